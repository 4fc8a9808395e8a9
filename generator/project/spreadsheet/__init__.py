"""Spreadsheets: rows as items and items as rows, each cell compared with its field. File and `Game` in, YAML out."""
