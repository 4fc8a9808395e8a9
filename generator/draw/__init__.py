"""Templates: directives, text boxes, themes. Item in, `Face` out."""
