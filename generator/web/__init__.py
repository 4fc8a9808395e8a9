"""The workshop: a project's games in a browser. Requests in, pages, faces, sheets and events out."""
