"""``python -m generator``: the same as the command ``pnp``."""

from generator.core.search_path import leave_current_folder

if __name__ == "__main__":
    leave_current_folder()  # before anything else is imported

    from generator.cli.app import main

    main()
