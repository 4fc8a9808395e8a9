"""Questions about any game, one a module, named by it: nothing lists them."""
