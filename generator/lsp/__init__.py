"""A language server: problems, completion, hover, definitions, quick fixes. Protocol in, protocol out."""
