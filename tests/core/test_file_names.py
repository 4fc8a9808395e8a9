"""Names that Windows takes for devices are the names of no files that the tool makes."""

from each import each

from generator.core.file_names import DEVICES, fits_every_system
from generator.model.values import Ids


@each("name", sorted(DEVICES))
def test_a_device_is_no_file(name: str) -> None:
    for written in (name, name.upper(), f"{name}.svg", f"{name}.tar.gz", f"{name} .svg"):
        assert not fits_every_system(written)
    assert fits_every_system(f"{name}-back.png")


@each(
    "title, made",
    [
        ("Con", "con-2"),
        ("AUX", "aux-2"),
        ("Nul", "nul-2"),
        ("Com 1", "com-1"),
        ("COM1", "com1-2"),
        ("Console", "console"),
    ],
)
def test_an_id_that_is_made_up_is_no_device(title: str, made: str) -> None:
    assert Ids(()).new(title) == made
