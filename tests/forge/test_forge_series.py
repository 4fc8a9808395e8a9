"""Numbers that go on from the existing ones."""

import pytest
from workbench import bench

from generator.core.problem import Infeasible
from generator.forge.item_rules import series


def test_codes_go_on_in_base_4() -> None:
    codes = series(bench("star-road", "blueprints").context(), 183)
    assert codes is not None
    assert codes.at(0) == {"number": 73, "code": "1021"}
    assert codes.at(182) == {"number": 255, "code": "3333"}


def test_no_more_than_there_are_codes() -> None:
    with pytest.raises(Infeasible, match="200 were asked for, and 183 can be made: the numbers 73 to 255 are free"):
        series(bench("star-road", "blueprints").context(), 200)


def test_items_without_codes_have_no_series() -> None:
    assert series(bench("collectors", "characters").context(), 9) is None
