"""From scores to eyes: every text that the program prints is made here."""
