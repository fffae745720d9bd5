"""What can be wrong with files that are to be scored, all of it and not only the first fault."""
