"""Questions about one game, a folder a game, one a module: ``GAME/QUESTION``. Nothing lists them."""
