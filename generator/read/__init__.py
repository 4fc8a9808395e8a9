"""YAML and Markdown as trees with the place of everything; limits on size, aliases, depth. Text in, tree out."""
