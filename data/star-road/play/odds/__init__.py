"""Questions about the game, one a module, named by it: nothing lists them."""
