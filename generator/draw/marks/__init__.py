"""What can be drawn, as values: shapes, runs of text, pictures, a face of them; fonts and their widths."""
