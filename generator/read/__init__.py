"""YAML and Markdown as trees that know where everything stands; limits on size, aliases, depth. Text in, tree out."""
