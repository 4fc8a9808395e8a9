"""Numbers, paths, matrices and colours as SVG has them: short, the same to the micrometre as in a PDF."""

from functools import lru_cache

from generator.draw.marks.marks import Matrix, Outline

# Lengths are counted in micrometres, so that steps from point to point add up to where the points are.
_PER_MM = 1000


def path_data(outline: Outline, grain: int = 1) -> str:
    """A path's ``d``, to so many micrometres. Its steps are relative, which repeats more and so compresses better."""

    def counted(value: float) -> int:
        return round(value * _PER_MM / grain) * grain

    out: list[str] = []
    x = y = start_x = start_y = 0
    for step in outline:
        name = step[0]
        if name == "Z":
            out.append("z")
            x, y = start_x, start_y
            continue
        to_x, to_y = counted(step[-2]), counted(step[-1])
        across, down = to_x - x, to_y - y
        if name == "C":
            points = [counted(value) for value in step[1:5]]
            values = [points[0] - x, points[1] - y, points[2] - x, points[3] - y, across, down]
            out.append("c" + " ".join([_thousandths(value) for value in values]))
        elif name == "M":
            # Absolute: what a path repeats is then the same wherever it stands.
            out.append(f"M{_thousandths(to_x)} {_thousandths(to_y)}")
            start_x, start_y = to_x, to_y
        elif not down:
            out.append(f"h{_thousandths(across)}")
        elif not across:
            out.append(f"v{_thousandths(down)}")
        else:
            out.append(f"l{_thousandths(across)} {_thousandths(down)}")
        x, y = to_x, to_y
    return "".join(out)


def length(value: float) -> str:
    """A length in mm, to the micrometre; also any plain number to a thousandth."""
    return _thousandths(round(value * _PER_MM))


@lru_cache(maxsize=1 << 15)
def _thousandths(value: int) -> str:
    whole, fraction = divmod(abs(value), 1000)
    text = f"{whole or ''}.{fraction:03}".rstrip("0") if fraction else str(whole)
    return f"-{text}" if value < 0 else text


@lru_cache(maxsize=1 << 12)
def transform(values: Matrix) -> str:
    """A ``transform`` that applies a matrix; the factors with more places, as they multiply up to a page's width."""
    a, b, c, d, e, f = values
    if (b, c) == (0, 0):
        moved = f"translate({length(e)} {length(f)})" if e or f else ""
        scaled = "" if a == d == 1 else f"scale({factor(a)})" if a == d else f"scale({factor(a)} {factor(d)})"
        return moved + scaled
    return f"matrix({factor(a)} {factor(b)} {factor(c)} {factor(d)} {length(e)} {length(f)})"


@lru_cache(maxsize=1 << 12)
def factor(value: float) -> str:
    """A factor, to eight significant places."""
    text = f"{value:.8f}" if abs(value) >= 0.01 else f"{value:.12f}"
    text = text.rstrip("0").rstrip(".").replace("0.", ".", 1) if abs(value) < 1 else text.rstrip("0").rstrip(".")
    return "0" if text in ("", "-", "-0", ".") else text


@lru_cache(maxsize=1 << 10)
def short_colour(value: str) -> str:
    """A colour ``#rrggbb`` as ``#rgb`` where that says the same."""
    return f"#{value[1]}{value[3]}{value[5]}" if value[1::2] == value[2::2] else value
