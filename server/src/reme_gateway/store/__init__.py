"""What is kept on disk: session files, notes, and the folder they live in."""
