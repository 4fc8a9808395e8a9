"""A stranger's game whose coins, dolls and cards share sheets, each with a back of its own: every back is behind its
front on sheets partly full, and preflight finds nothing."""

from collections import Counter
from pathlib import Path

import pytest
from projects import PLAIN
from pypdfium2 import PdfDocument, PdfPage
from tries import slow_but
from typer.testing import CliRunner

from generator.cli.commands import app
from generator.core.choices import PAPERS, mm_from_points
from generator.pdf.preflight.examine import preflight

GAME = """\
name: Markt
kinds:
  coins:
    title: Münzen
    size: [24, 24]
    template: coin.svg
    back: coin-back.svg
    share: kram
    fields: {name: {type: text, required: true}}
  dolls:
    title: Puppen
    size: [50, 35]
    template: doll.svg
    back: doll-back.svg
    share: kram
    fields: {name: {type: text, required: true}}
  flags:
    title: Fahnen
    size: [24, 24]
    template: coin.svg
    share: kram
    fields: {name: {type: text, required: true}}
"""
KINDS = {"coins": (("aa", 17), ("ab", 26)), "dolls": (("da", 3), ("db", 4)), "flags": (("fa", 2),)}
TEMPLATE = """\
<svg xmlns="http://www.w3.org/2000/svg" width="{w}mm" height="{h}mm" viewBox="0 0 {w} {h}">
  <rect x="1" y="1" width="{inner_w}" height="{inner_h}" fill="none" stroke="#000" stroke-width="0.4"/>
  <rect data-text="{sign}-{{{{ item.id }}}}" data-font="text" data-size="9" data-min="9" data-lines="1"
    data-align="center" data-valign="middle" x="2" y="2" width="{box_w}" height="{box_h}"/>
</svg>
"""


@pytest.fixture(scope="module")
def market(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The game's folder."""
    folder = tmp_path_factory.mktemp("market")
    data, templates = folder / "data/markt", folder / "templates/markt"
    fonts = folder / "templates/common/fonts"
    for one in (data, templates, fonts):
        one.mkdir(parents=True)
    (fonts / PLAIN.name).write_bytes(PLAIN.read_bytes())
    (data / "game.yaml").write_text(GAME, encoding="utf-8")
    (templates / "style.yaml").write_text("fonts: {text: ShareTechMono_400Regular}\n")
    for kind, items in KINDS.items():
        lines = [f"- {{id: {name}, name: {name}, copies: {copies}}}\n" for name, copies in items]
        (data / f"{kind}.yaml").write_text("".join(lines))
    for name, sign, w, h in (
        ("coin", "F", 24, 24),
        ("coin-back", "B", 24, 24),
        ("doll", "F", 50, 35),
        ("doll-back", "B", 50, 35),
    ):
        sizes = {"w": w, "h": h, "inner_w": w - 2, "inner_h": h - 2, "box_w": w - 4, "box_h": h - 4}
        (templates / f"{name}.svg").write_text(TEMPLATE.format(sign=sign, **sizes))
    return folder


def render(market: Path, out: Path, *more: str) -> Path:
    folders = ["--data", str(market / "data"), "--templates", str(market / "templates"), "--out", str(out)]
    result = CliRunner().invoke(app, ["render", "markt", *folders, *more])
    assert result.exit_code == 0, result.output
    return out / "markt/kram.pdf"


def places(page: PdfPage, sign: str) -> Counter[tuple[str, int, int]]:
    """The names on a page with their middles, in whole mm from the top left."""
    text = page.get_textpage()
    search = text.search(f"{sign}-")
    found: Counter[tuple[str, int, int]] = Counter()
    while (hit := search.get_next()) is not None:
        first, length = hit[0], 4
        name = text.get_text_range(first + 2, 2)
        boxes = [text.get_charbox(first + index) for index in range(length)]
        left, bottom = min(box[0] for box in boxes), min(box[1] for box in boxes)
        right, top = max(box[2] for box in boxes), max(box[3] for box in boxes)
        x, y = mm_from_points((left + right) / 2), mm_from_points(page.get_height() - (top + bottom) / 2)
        found[name, round(x), round(y)] += 1
    return found


@pytest.mark.slow
@pytest.mark.parametrize("paper", slow_but(1, ["a4", "letter"]))
@pytest.mark.parametrize("edge", ["long", "short"])
@pytest.mark.parametrize("bleed", ["0", "2"])
def test_every_back_is_behind_its_front(market: Path, tmp_path: Path, paper: str, edge: str, bleed: str) -> None:
    gutter = ("--bleed", bleed, "--gutter", "4") if bleed != "0" else ()
    file = render(market, tmp_path, "--backs", edge, "--paper", paper, *gutter)
    assert preflight(file) == []
    width, height = PAPERS[paper]
    printed: Counter[str] = Counter()
    with PdfDocument(file) as document:
        assert len(document) % 2 == 0
        for number in range(0, len(document), 2):
            fronts, backs = places(document[number], "F"), places(document[number + 1], "B")
            printed.update(name for name, _, _ in fronts.elements())
            seen = {(name, x, y) for name, x, y in fronts if name != "fa"}
            assert len(backs) == len(seen)
            for name, x, y in backs:
                through = (width - x, y) if edge == "long" else (x, height - y)
                assert any(name == other and abs(through[0] - at) <= 2 and abs(through[1] - down) <= 2
                           for other, at, down in seen), (number, name)  # fmt: skip
    assert printed == Counter({name: copies for items in KINDS.values() for name, copies in items})


def test_a_sheet_is_spared(market: Path, tmp_path: Path) -> None:
    with PdfDocument(render(market, tmp_path)) as document:
        assert len(document) == 1
