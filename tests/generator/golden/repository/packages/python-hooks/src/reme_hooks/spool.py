"""Not vendored."""
