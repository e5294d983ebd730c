"""Search over turns and notes: an inverted index of its own, so that equal stores give equal answers."""
