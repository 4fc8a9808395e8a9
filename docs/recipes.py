"""The cookbook's recipes: the lines that its page shows, and their pictures, from the games in docs/cookbook."""

from collections.abc import Iterator
from pathlib import Path

from PIL import Image, ImageChops, ImageDraw

from generator.check.build import check_game
from generator.check.result import CheckResult
from generator.core.choices import MM_PER_INCH
from generator.core.folders import Project
from generator.draw.marks.marks import Face
from generator.draw.pages import text_pages
from generator.draw.renderer import Side
from generator.tables.pictures import pictures

HERE = Path(__file__).parent
KITCHEN = HERE / "cookbook"
PROJECT = Project(KITCHEN / "data", KITCHEN / "templates")
DPI, GAP, TABLE = 100, 12, 226  # TABLE: the grey of the table that faces lie on
FINER = 4  # times as fine an outline is cut
ALONG = 12  # straight lines in place of a curve

# By recipe: a file, and the first and last of the lines that show the idea, by what they begin with.
ESSENTIAL: dict[str, tuple[tuple[str, str, str], ...]] = {
    "icons-by-number": (("templates/icons-by-number/tree.svg", '<g data-let="per_row', "</g>"),),
    "cost-in-a-corner": (("templates/cost-in-a-corner/spell.svg", "<!-- the corner", "</g>"),),
    "colour-by-type": (("templates/colour-by-type/good.svg", "<!-- one colour", "</g>"),),
    "hexes": (
        ("data/hexes/game.yaml", "size:", "size:"),
        ("templates/hexes/land.svg", "<path data-cut", "<path data-cut"),
    ),
    "tents": (("templates/tents/guest.svg", "<path data-fold", '<g data-for="turn'),),
    "double-sided-tokens": (("data/double-sided-tokens/game.yaml", "size:", "back:"),),
    "card-per-language": (
        ("data/card-per-language/stalls.yaml", "- id:", "name:"),
        ("templates/card-per-language/words.yaml", "price:", "price:"),
        ("templates/card-per-language/stall.svg", '<rect data-text="{{ word', '<rect data-text="{{ word'),
    ),
    "table-from-data": (("templates/table-from-data/price-list.svg", '<g data-for="good', "<rect"),),
    "art-by-name": (("templates/art-by-name/creature.svg", '<use href="art', '<use href="art'),),
    "legend": (
        ("templates/legend/style.yaml", "icons:", '"{camp}"'),
        ("templates/legend/legend.svg", '<g data-for="symbol', "<use"),
    ),
    "map": (
        ("data/map/roads.yaml", "- {id: alder-brim", "- {id: alder-brim"),
        ("templates/map/map.svg", '<g data-for="road', '<path d="M{{ a.x'),
    ),
    "score-track": (("templates/score-track/track.svg", '<g data-for="n', "data-let"),),
    "hex-map": (
        ("data/hex-map/towns.yaml", "- {id: ald", "- {id: ald"),
        ("templates/hex-map/map.svg", "<!-- a road", 'd="{{ link'),
    ),
    "edge-track": (("templates/edge-track/board.svg", '<g data-for="step', '<g data-for="step'),),
    "ring": (("templates/ring/board.svg", '<g data-for="step', '<g data-for="step'),),
    "hexhex": (("templates/hexhex/board.svg", '<g data-for="h', "<path"),),
    "star": (("templates/star/board.svg", '<g data-let="tips', "<path"),),
    "go": (("templates/go/board.svg", '<g data-let="grid', "<path"),),
    "wheel": (("templates/wheel/board.svg", '<g data-for="far', '<g data-for="far'),),
    "player-aid": (("templates/player-aid/aid.svg", '<g data-let="high', '<g data-for="step'),),
    "full-bleed-card": (("templates/full-bleed-card/sky.svg", "<!-- 3 mm", "<image"),),
    "big-board": (("data/big-board/game.yaml", "size:", "join:"),),
    "die-net": (("templates/die-net/die.svg", "<path data-fold", "<path data-fold"),),
    "standee": (("templates/standee/figure.svg", "<path data-fold", '<g data-for="turn'),),
    "matching-hexes": (("data/matching-hexes/balance.yaml", "- rule:", "rotations:"),),
    "spreadsheet-deck": (("data/spreadsheet-deck/game.yaml", "source:", "source:"),),
    "illustrated-rules": (
        ("data/illustrated-rules/rules.en.md", "## Cards", "![The table"),
        ("data/illustrated-rules/set-up.yaml", "size:", "- {at: [12"),
    ),
    "arabic-edition": (("templates/arabic-edition/style.yaml", "fonts:", "text:"),),
}


def recipes() -> str:
    """All recipes, each under its title."""
    return "\n".join(essential(name) for name in ESSENTIAL)


def described(name: str) -> tuple[str, str]:
    """A recipe's title, and what it does in a sentence or two: the remark that its ``game.yaml`` begins with."""
    head = (KITCHEN / f"data/{name}/game.yaml").read_text(encoding="utf-8").partition("\n\n")[0]
    title, *words = [line.removeprefix("# ") for line in head.splitlines()]
    return title, " ".join(words)


def essential(name: str) -> str:
    """A recipe: what it does, its picture, and the lines of its files that show the idea, each file's in a block."""
    title, words = described(name)
    blocks = []
    for file, first, last in ESSENTIAL[name]:
        lines = _excerpt((KITCHEN / file).read_text(encoding="utf-8").splitlines(), first, last)
        language = {"svg": "xml", "md": "markdown"}.get(file.rsplit(".")[-1], file.rsplit(".")[-1])
        remark = f"<!-- {file} -->" if language in ("xml", "markdown") else f"# {file}"
        blocks.append("\n".join([f"```{language}", remark, *lines, "```"]))
    shown = f"![{name.replace('-', ' ')}](../pictures/cookbook/{name}.png)"
    return "\n\n".join([f"## {title}", words, shown, *blocks]) + "\n"


def _excerpt(lines: list[str], first: str, last: str) -> list[str]:
    """The lines from the one that begins with ``first`` to the next that begins with ``last`` and is no deeper."""
    start = next(number for number, line in enumerate(lines) if line.strip().startswith(first))
    indent = len(lines[start]) - len(lines[start].lstrip())
    ends = (
        number
        for number in range(start, len(lines))
        if lines[number].strip().startswith(last)
        and (last != "</g>" or len(lines[number]) - len(lines[number].lstrip()) <= indent)
    )
    return [line[indent:] if not line[:indent].strip() else line.lstrip() for line in lines[start : next(ends) + 1]]


def picture(checked: CheckResult) -> Image.Image:
    """All faces of a recipe's game side by side on a grey table, cut out."""
    cut = [_cut_out(face, image) for face, image in _faces(checked)]
    width = sum(image.width for image in cut) + GAP * (len(cut) + 1)
    size = width, max(image.height for image in cut) + 2 * GAP
    has_colour = any(image.mode == "RGB" for image in cut)
    table = Image.new("RGB", size, (TABLE,) * 3) if has_colour else Image.new("L", size, TABLE)
    left = GAP
    for image in cut:
        table.paste(image, (left, (table.height - image.height) // 2))
        left += image.width + GAP
    return table.quantize(16)


def _faces(checked: CheckResult) -> Iterator[tuple[Face, Image.Image]]:
    for kind in checked.game.kinds.values():
        sides: tuple[Side, ...] = ("front", "back") if kind.back else ("front",)
        for side in sides if kind.printed else ():
            for language in checked.game.languages:
                faces = (
                    list(text_pages(checked.renderer, kind, language).faces)
                    if kind.prose
                    else [checked.renderer.face(kind, item, language, side=side)[0] for item in kind.items]
                )
                yield from zip(faces, pictures(faces, DPI, 0), strict=True)


def _cut_out(face: Face, image: Image.Image) -> Image.Image:
    """A face without what scissors take away."""
    scale = DPI / MM_PER_INCH * FINER
    mask = Image.new("L", (image.width * FINER, image.height * FINER), 0 if face.outline else 255)
    if face.outline:
        ImageDraw.Draw(mask).polygon([(x * scale, y * scale) for x, y in _points(face)], fill=255)
    red, green, blue = image.convert("RGB").split()
    has_colour = any(ImageChops.difference(red, other).getextrema() != (0, 0) for other in (green, blue))
    table = Image.new("RGB", image.size, (TABLE,) * 3) if has_colour else Image.new("L", image.size, TABLE)
    table.paste(image.convert(table.mode), mask=mask.resize(image.size, Image.Resampling.LANCZOS))
    return table


def _points(face: Face) -> Iterator[tuple[float, float]]:
    """A face's outline as a polygon."""
    at = (0.0, 0.0)
    for step in face.outline:
        if step[0] == "C":
            _, x1, y1, x2, y2, x, y = step
            for part in (number / ALONG for number in range(1, ALONG + 1)):
                a, b, c, d = (1 - part) ** 3, 3 * part * (1 - part) ** 2, 3 * part**2 * (1 - part), part**3
                yield a * at[0] + b * x1 + c * x2 + d * x, a * at[1] + b * y1 + c * y2 + d * y
            at = (x, y)
        elif step[0] != "Z":
            at = (step[1], step[2])
            yield at


def make_pictures(folder: Path) -> None:
    """Write the pictures of all recipes."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in ESSENTIAL:
        picture(check_game(PROJECT, name)).save(folder / f"{name}.png", optimize=True)
