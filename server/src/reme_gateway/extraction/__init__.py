"""From a transcript to a note, and which notes are still to be made."""
