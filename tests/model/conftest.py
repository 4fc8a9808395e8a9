"""Reading items of a kind that a test describes."""

from pathlib import Path

import pytest
from readings import Read, Reading, reading


@pytest.fixture
def read(tmp_path: Path) -> Read:
    """Read items of a kind with these fields (a flow mapping); the game is written in English and French."""

    def read_things(fields: str, items: str) -> Reading:
        folder = tmp_path / "g"
        folder.mkdir(exist_ok=True)
        game = f"name: G\nlanguages: [en, fr]\nkinds: {{things: {{title: Things, fields: {fields}}}}}\n"
        (folder / "game.yaml").write_text(game, encoding="utf-8")
        (folder / "things.yaml").write_text(items, encoding="utf-8")
        return reading(folder)

    return read_things
