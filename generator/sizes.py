"""Papers and component sizes by name, in mm, upright (width, height)."""

Size = tuple[float, float]

PAPERS: dict[str, Size] = {
    "a4": (210.0, 297.0),  # ISO 216
    "letter": (215.9, 279.4),  # ANSI/ASME Y14.1: 8.5 x 11 inches
}

# Sizes that card makers and sleeves go by.
SIZES: dict[str, Size] = {
    "poker": (63.0, 88.0),
    "bridge": (57.0, 89.0),
    "mini-american": (41.0, 63.0),
    "mini-euro": (44.0, 68.0),
    "euro": (59.0, 92.0),
    "tarot": (70.0, 120.0),
    "square-70": (70.0, 70.0),
    "square-40": (40.0, 40.0),
}

# Home printers leave this much of each edge white.
UNPRINTABLE = 5.0
