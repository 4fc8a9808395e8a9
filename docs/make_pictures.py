"""Makes the pictures of the README and the cookbook from what is printed: ``make pictures``."""

from functools import partial
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image, ImageDraw
from played_pictures import DPI as PLAYED_DPI
from played_pictures import make_played
from recipes import make_pictures
from setting_pictures import make_setting_pictures
from tutorial import make_tutorial_pictures
from workshop_pictures import make_workshop_pictures

from generator.check.build import OWN_LANGUAGE, check_game
from generator.core.choices import InkName
from generator.core.folders import Project
from generator.pdf.png import page_png
from generator.printing.order import Choice, RenderOrder
from generator.printing.render import render
from generator.starter.files import FILES

HERE = Path(__file__).parent
PICTURES = HERE / "pictures"
PROJECT = Project(HERE.parent / "data", HERE.parent / "templates")
STARTER = Project(FILES / "data", FILES / "templates")
SHEETS: dict[str, list[tuple[str, str, int] | tuple[str, str, int, InkName]]] = {
    "sheets": [
        ("tricks-or-treats", "surprise-cards", 2),
        ("star-road", "blueprints", 0),
        ("collectors", "characters", 0),
    ],
    "snail-mail": [("snail-mail", "letters", 0), ("snail-mail", "places", 0), ("snail-mail", "rules", 0)],
    "ink": [("tricks-or-treats", "surprise-cards", 4), ("tricks-or-treats", "surprise-cards", 4, InkName.low)],
    "colour": [
        ("tricks-or-treats", "surprise-cards", 4, InkName.colour),
        ("star-road", "characters", 1, InkName.colour),
        ("collectors", "items", 1, InkName.colour),
    ],
}
DPI = 64
GAP = 14


def sheet(folder: Path, game: str, kind: str, page: int, ink: InkName = InkName.full, dpi: int = DPI) -> Image.Image:
    """One page of a kind's sheets."""
    file = folder / ink / game / f"{kind}.pdf"
    if not file.exists():
        project = PROJECT if (PROJECT.data / game).is_dir() else STARTER
        checked = check_game(project, game, keep=OWN_LANGUAGE, ink=ink)
        list(render(checked, RenderOrder(Choice((kind,)), out=folder / ink)))
    return Image.open(BytesIO(page_png(file, page, dpi))).convert("RGB" if ink == InkName.colour else "L")


def beside(images: list[Image.Image]) -> Image.Image:
    """Sheets side by side on a grey table, each with a thin edge."""
    width = sum(image.width for image in images) + GAP * (len(images) + 1)
    size = width, max(image.height for image in images) + 2 * GAP
    table = Image.new("L", size, 226).convert(images[0].mode)
    left = GAP
    for image in images:
        grey = 150 if image.mode == "L" else (150, 150, 150)
        ImageDraw.Draw(image).rectangle((0, 0, image.width - 1, image.height - 1), outline=grey)
        table.paste(image, (left, GAP))
        left += image.width + GAP
    return table


def main() -> None:
    """Write all pictures."""
    PICTURES.mkdir(exist_ok=True)
    with TemporaryDirectory() as folder:
        for name, pages in SHEETS.items():
            images = [sheet(Path(folder), *page) for page in pages]
            beside(images).quantize(16 if images[0].mode == "L" else 128, kmeans=1).save(
                PICTURES / f"{name}.png", optimize=True
            )
        net = check_game(PROJECT, "tricks-or-treats").game.kinds["surprise-box"].net
        assert net is not None
        played = make_played(partial(sheet, Path(folder), ink=InkName.colour, dpi=PLAYED_DPI), net)
        played.quantize(128, kmeans=1).save(PICTURES / "played.png", optimize=True)
    make_pictures(PICTURES / "cookbook")
    make_setting_pictures(PICTURES / "settings")
    with TemporaryDirectory() as folder:
        make_tutorial_pictures(PICTURES / "learn", Path(folder))
    make_workshop_pictures(PICTURES)


if __name__ == "__main__":
    main()
