"""From text and corrections to M2, and from M2 to corrected text."""
