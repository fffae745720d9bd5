"""From scores to eyes: every text that the program prints is made here."""

TABLE_FORMATS = ("table", "tsv", "csv", "json", "markdown", "latex")  # see `report.formats`
