"""When which session's notes are made: asked for, coalesced, retried, parked."""
