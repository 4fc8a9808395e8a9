"""Questions about chances and their exact answers, one a module: of any game in `questions`, of one in `games`."""
