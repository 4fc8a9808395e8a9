"""Pictures are found though a camera or another system writes their names otherwise."""

from pathlib import Path
from unicodedata import normalize

from each import each
from PIL import Image

from generator.draw.marks.picture import Picture
from generator.draw.svg.drawing import read_drawing


@each(
    ("written", "file"),
    [
        ("owl", "owl.JPG"),
        ("owl.jpg", "owl.JPG"),
        ("owl", "owl.Jpeg"),
        (normalize("NFC", "bärlauch"), normalize("NFD", "bärlauch.png")),
        (normalize("NFD", "bärlauch"), normalize("NFC", "bärlauch.PNG")),
    ],
)
def test_a_name_written_otherwise_is_the_same_name(written: str, file: str, tmp_path: Path) -> None:
    Image.new("RGB", (8, 8)).save(tmp_path / file, "PNG" if file.lower().endswith("png") else "JPEG")
    assert isinstance(read_drawing(tmp_path / written, [tmp_path]), Picture)


@each("written", ["Owl", "owls", "owl.png", "owl/owl"])
def test_another_name_is_not(written: str, tmp_path: Path) -> None:
    Image.new("RGB", (8, 8)).save(tmp_path / "owl.JPG", "JPEG")
    found = read_drawing(tmp_path / written, [tmp_path])
    assert isinstance(found, list)
    assert found[0].rule == "unknown-reference"


def test_the_plain_name_goes_first_and_a_new_file_is_seen(tmp_path: Path) -> None:
    assert isinstance(read_drawing(tmp_path / "owl", [tmp_path]), list)
    Image.new("RGB", (8, 8)).save(tmp_path / "owl.PNG")
    assert isinstance(read_drawing(tmp_path / "owl", [tmp_path]), Picture)
    Image.new("RGB", (9, 8)).save(tmp_path / "owl.JPG")
    found = read_drawing(tmp_path / "owl", [tmp_path])
    assert isinstance(found, Picture)
    assert found.namesakes == ("owl.JPG",)
