"""``python -m generator``: the same as the command ``pnp``."""

from generator.cli.app import main

if __name__ == "__main__":
    main()
