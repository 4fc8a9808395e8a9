"""Imposition: slots, crop marks, ruler, labels, backs, cut lines and cutters' marks. Faces in, `Page`s out."""
