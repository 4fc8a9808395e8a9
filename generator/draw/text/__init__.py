"""Text in boxes and columns: words, line breaks, fitting, running text. Words and a box in, marks out."""
