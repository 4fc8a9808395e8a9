"""New games: a small one to change, kinds of common sorts, copies of games. Name in, folders out."""
