"""Pictures in a terminal that can show them, by the protocol it knows.

Which one that is, is known from what terminals say of themselves in the environment. None is asked: its answer would
come among what is typed.
"""

import base64
import io
from collections.abc import Iterator, Mapping
from enum import StrEnum

from PIL import Image

ROWS = 18  # lines of a terminal that a picture takes
CHUNK = 4096  # characters of a message of kitty's protocol
COLOURS_SHOWN = 64  # in a sixel picture, whose terminal may keep 256
PIXELS = 16 * ROWS  # the height of a sixel picture: its terminal does not scale it


class Protocol(StrEnum):
    """Ways in which terminals take pictures."""

    kitty = "kitty"
    iterm2 = "iterm2"
    sixel = "sixel"


def protocol_of(environment: Mapping[str, str]) -> Protocol | None:
    """What the terminal understands that an environment reports; None where that is unknown.

    tmux and screen keep pictures from the terminal behind them, so there is none for them.
    """
    terminal, program = environment.get("TERM", ""), environment.get("TERM_PROGRAM", "")
    if environment.get("TMUX") or terminal.startswith(("screen", "tmux")):
        return None
    if environment.get("KITTY_WINDOW_ID") or "kitty" in terminal or "ghostty" in f"{terminal}{program}".lower():
        return Protocol.kitty
    if program in ("iTerm.app", "WezTerm", "mintty") or environment.get("LC_TERMINAL") == "iTerm2":
        return Protocol.iterm2
    if "sixel" in terminal or terminal.startswith(("foot", "mlterm", "contour", "yaft")):
        return Protocol.sixel
    return None


def as_written(image: Image.Image, protocol: Protocol) -> str:
    """What is to be written to a terminal for it to show a picture and go on below it."""
    if protocol is Protocol.kitty:
        return "".join(_kitty(_png(image))) + "\n"
    if protocol is Protocol.iterm2:
        data = _png(image)
        told = f"inline=1;size={len(data)};height={ROWS};preserveAspectRatio=1"
        return f"\x1b]1337;File={told}:{base64.b64encode(data).decode('ascii')}\x07\n"
    return _sixel(image) + "\n"


def _png(image: Image.Image) -> bytes:
    file = io.BytesIO()
    image.save(file, format="PNG")
    return file.getvalue()


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
    parts, start = [], 0
    while start < len(text):
        end = start
        while end < len(text) and text[end] == text[start]:
            end += 1
        parts.append(f"!{end - start}{text[start]}" if end - start > 3 else text[start:end])
        start = end
    return "".join(parts)
