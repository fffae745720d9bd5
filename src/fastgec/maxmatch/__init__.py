"""MaxMatch."""
