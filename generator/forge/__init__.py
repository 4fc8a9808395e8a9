"""New items under the rules, by one recipe a module in ``recipes/``. `Game` and seed in, items out."""
