"""Pictures in a terminal that can show them, by the protocol it knows.

Which one that is, is known from what terminals say of themselves in the environment. None is asked: its answer would
come among what is typed.
"""

import base64
from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Literal

from PIL import Image

from generator.pdf.png import png_bytes

ROWS = 18  # lines of a terminal that a picture takes
CHUNK = 4096  # characters of a message of kitty's protocol
COLOURS_SHOWN = 64  # in a sixel picture, whose terminal may keep 256
PIXELS = 16 * ROWS  # the height of a sixel picture: its terminal does not scale it


Protocol = Literal["kitty", "iterm2", "sixel"]  # in which terminals take pictures


def protocol_of(environment: Mapping[str, str]) -> Protocol | None:
    """What the terminal understands that an environment reports; None where that is unknown.

    tmux and screen keep pictures from the terminal behind them, so there is none for them.
    """
    terminal, program = environment.get("TERM", ""), environment.get("TERM_PROGRAM", "")
    if environment.get("TMUX") or terminal.startswith(("screen", "tmux")):
        return None
    if environment.get("KITTY_WINDOW_ID") or "kitty" in terminal or "ghostty" in f"{terminal}{program}".lower():
        return "kitty"
    if program in ("iTerm.app", "WezTerm", "mintty") or environment.get("LC_TERMINAL") == "iTerm2":
        return "iterm2"
    if "sixel" in terminal or terminal.startswith(("foot", "mlterm", "contour", "yaft")):
        return "sixel"
    return None


def as_written(image: Image.Image, protocol: Protocol) -> str:
    """What is to be written to a terminal for it to show a picture and go on below it."""
    if protocol == "kitty":
        return "".join(_kitty(png_bytes(image))) + "\n"
    if protocol == "iterm2":
        data = png_bytes(image)
        header = f"inline=1;size={len(data)};height={ROWS};preserveAspectRatio=1"
        return f"\x1b]1337;File={header}:{base64.b64encode(data).decode('ascii')}\x07\n"
    return _sixel(image) + "\n"


def _kitty(data: bytes) -> Iterator[str]:
    """The messages of kitty's graphics protocol: a PNG file (f=100), shown at once (a=T) and so many lines high (r)."""
    text = base64.b64encode(data).decode("ascii")
    for start in range(0, len(text), CHUNK):
        keys = [f"a=T,f=100,r={ROWS},q=2"] if start == 0 else []  # q: it is not to answer
        keys.append(f"m={int(start + CHUNK < len(text))}")
        yield f"\x1b_G{','.join(keys)};{text[start : start + CHUNK]}\x1b\\"


def _sixel(image: Image.Image) -> str:
    """Sixel graphics (DEC STD 070): bands of six rows, in each the columns of one colour after the other."""
    width = max(1, round(image.width * PIXELS / image.height))
    small = (
        image.convert("RGB")
        .resize((width, PIXELS), Image.Resampling.LANCZOS)
        .quantize(COLOURS_SHOWN, dither=Image.Dither.NONE)
    )
    palette, pixels = small.getpalette() or [], small.tobytes()
    colours = [tuple(round(part * 100 / 255) for part in palette[at : at + 3]) for at in range(0, len(palette), 3)]
    parts = ["\x1bPq", f'"1;1;{width};{PIXELS}']
    parts += [f"#{number};2;{red};{green};{blue}" for number, (red, green, blue) in enumerate(colours)]
    for top in range(0, PIXELS, 6):
        rows = [pixels[row * width : (row + 1) * width] for row in range(top, min(top + 6, PIXELS))]
        used = sorted(set(b"".join(rows)))
        parts.append("$".join(f"#{colour}{_run_lengths(_band(rows, colour, width))}" for colour in used) + "-")
    return "".join(parts) + "\x1b\\"


def _band(rows: list[bytes], colour: int, width: int) -> str:
    """One colour of six rows: a character a column, its six bits the pixels from the top."""
    return "".join(
        chr(63 + sum(1 << bit for bit, row in enumerate(rows) if row[column] == colour)) for column in range(width)
    )


def _run_lengths(text: str) -> str:
    """``!N`` before a character that stands N times."""
    runs = ("".join(run) for _, run in groupby(text))
    return "".join(f"!{len(run)}{run[0]}" if len(run) > 3 else run for run in runs)
