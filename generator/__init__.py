"""pnp-generator: a checker, a press and a forge for print-and-play games."""

__version__ = "1.0.0"
