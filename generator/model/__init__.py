"""What a game is: kinds, fields, items and their values; expressions in their sandbox. Tree in, `Game` out."""
