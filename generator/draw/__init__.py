"""Templates: directives, text boxes, themes, and art that is grown (``grown/``). Item in, `Face` out."""
