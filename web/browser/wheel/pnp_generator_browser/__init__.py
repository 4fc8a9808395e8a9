"""What sites run the tool by in browsers; `pnp site` finds it here."""
