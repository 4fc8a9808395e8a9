"""Pictures of the workshop for the README, taken by a browser from the real pages: part of ``make pictures``."""

import shutil
import sys
from functools import partial
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "support"))
from browsing import Shop, browser_path, ended, serving, until
from PIL import Image

ROOT = Path(__file__).parents[1]
GAME = "tricks-or-treats"
COLOURS = 64
KEPT = ("#b3201b", "#1d56b0", "#f3f1ec")  # red, blue and the table of tokens.css
WIDE, HIGH = 1180, 700
STEP = 170  # ms between two keystrokes
_SHOWN = "document.querySelector('#tableau img').src + document.querySelectorAll('#wrong .problem').length"


def make_workshop_pictures(target: Path) -> None:
    """Write ``workshop.png`` and the moving ``workshop-typing.png``; neither where there is no browser."""
    if browser_path() is None:
        print("no Chromium here: the pictures of the workshop stay as they are")
        return
    from playwright.sync_api import sync_playwright

    with TemporaryDirectory() as name:
        folder = Path(name)
        shutil.copytree(ROOT / "data" / GAME, folder / "data" / GAME)
        for part in (GAME, "common"):
            shutil.copytree(ROOT / "templates" / part, folder / "templates" / part)
        shop = serving(folder)
        try:
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=browser_path(), args=["--no-sandbox"])
                page = browser.new_page(viewport={"width": WIDE, "height": HIGH}, locale="en-US")
                page.set_default_timeout(300_000)  # ms: a busy machine takes its time
                _gallery(page, shop).quantize(COLOURS).save(target / "workshop.png", optimize=True)
                _moving(_typing(page, shop), target / "workshop-typing.png")
                browser.close()
        finally:
            ended(shop)


def _picture(page: Any) -> Image.Image:
    return Image.open(BytesIO(page.screenshot(animations="disabled"))).convert("RGB")


def _drawn(page: Any) -> None:
    """Wait until the pictures at the top are there."""
    until(lambda: page.evaluate("[...document.images].slice(0, 12).every(one => one.complete)"), 60)
    page.wait_for_timeout(1_200)


def _gallery(page: Any, shop: Shop) -> Image.Image:
    page.goto(f"{shop.address}{GAME}/surprise-cards/")
    _drawn(page)
    return _picture(page)


def _typing(page: Any, shop: Shop) -> list[tuple[Image.Image, int]]:
    """A value that is changed, made wrong, and put right; each picture with the time that it stays, in ms."""
    page.goto(f"{shop.address}{GAME}/surprise-cards/bone-race")
    field = page.get_by_label("effects 1 movements")
    field.click()
    _drawn(page)
    page.evaluate("scrollTo(0, 240)")
    field.click()
    page.keyboard.press("End")
    frames = [(_picture(page), 1_200)]
    for keys, rest in (
        (("Backspace", "8"), 1_500),
        (("Backspace", "1", "2"), 2_400),
        (("Backspace", "Backspace", "5"), 1_500),
    ):
        before = page.evaluate(_SHOWN)
        for key in keys:
            page.keyboard.press(key)
            frames.append((_picture(page), STEP))
        until(partial(_differs, page, before), 200)  # checked and drawn, however busy the machine is
        page.wait_for_timeout(400)
        frames.append((_picture(page), rest))
    return frames


def _differs(page: Any, before: str) -> bool:
    return bool(page.evaluate(_SHOWN) != before)


def _moving(frames: list[tuple[Image.Image, int]], file: Path) -> None:
    """An APNG of pictures that share one palette."""
    tall = Image.new("RGB", (WIDE, HIGH * len(frames)))
    for place, (frame, _) in enumerate(frames):
        tall.paste(frame, (0, HIGH * place))
    for place, colour in enumerate(KEPT):  # what there is little of would be made one with something else
        tall.paste(colour, (0, (HIGH // 3) * place, WIDE, (HIGH // 3) * (place + 1)))
    palette = tall.quantize(COLOURS)
    flat = [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame, _ in frames]
    flat[0].save(
        file, save_all=True, append_images=flat[1:], duration=[time for _, time in frames], loop=0, optimize=True
    )


if __name__ == "__main__":
    make_workshop_pictures(ROOT / "docs" / "pictures")
