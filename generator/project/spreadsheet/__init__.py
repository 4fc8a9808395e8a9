"""Spreadsheets: rows as items and items as rows, each cell held against its field. File and `Game` in, YAML out."""
