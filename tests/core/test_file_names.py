"""Names that Windows takes for devices are the names of no files that the tool makes."""

import pytest
from each import each
from projects import Project

from generator.core.file_names import DEVICES, file_stem, fits_every_system
from generator.model.values import Ids


@each("name", sorted(DEVICES))
def test_a_device_is_no_file(name: str) -> None:
    for written in (name, name.upper(), f"{name}.svg", f"{name}.tar.gz", f"{name} .svg"):
        assert not fits_every_system(written)
    assert fits_every_system(f"{file_stem(name)}.svg")
    assert fits_every_system(f"{name}-back.png")
    assert file_stem(f"{name}-2") == f"{name}-2"


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


@pytest.mark.parametrize("form", ["png", "svg"])
def test_faces_of_an_item_that_is_called_as_a_device_have_names_that_files_can_have(
    project: Project, form: str
) -> None:
    project.write("stalls.yaml", "- {id: con, name: Con, price: 1}\n- {id: cake, name: Cake, price: 2}\n")
    assert project.pnp("export", "fair", "--to", form).exit_code == 0
    names = sorted(path.name for path in (project.folder / f"output/fair/{form}").rglob(f"*.{form}"))
    assert names == [f"cake.{form}", f"con-.{form}"]
