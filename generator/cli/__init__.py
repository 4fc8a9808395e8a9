"""The command line: options and wiring only. ``app`` decides how the program ends, ``reporting`` prints."""
