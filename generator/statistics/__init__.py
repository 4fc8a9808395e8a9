"""What decks are made of, and ``lab.yaml``: its questions, and what they expect. `Game` in, figures out."""
