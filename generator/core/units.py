"""Lengths: millimetres everywhere inside; whole micrometres where two lengths are compared.

PDF points appear in ``press`` only; fonts are sized in points by designers and turned into mm here.
"""

MM_PER_INCH = 25.4
POINTS_PER_INCH = 72
POINTS_PER_MM = POINTS_PER_INCH / MM_PER_INCH


def um(mm: float) -> int:
    """Whole micrometres of a length in mm, so that sums are exact and ``<=`` is honest."""
    return round(mm * 1000)


def mm_from_points(points: float) -> float:
    """A length in PDF points (1/72 inch), in mm."""
    return points / POINTS_PER_MM


def points_from_mm(mm: float) -> float:
    """A length in mm, in PDF points (1/72 inch)."""
    return mm * POINTS_PER_MM
