"""What the machine gives: threads, memory with its limits, files that are whole or not there."""
