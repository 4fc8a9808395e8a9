"""What a box will take: by its sheets, and in all."""

from pathlib import Path
from typing import cast

import pytest
from fox_hunt import write_fox_hunt
from projects import ROOT

from generator.check.result import CheckResult
from generator.core.choices import Backs
from generator.core.folders import Project
from generator.core.problem import NotFound, WrongUse
from generator.printing.box_account import CUT_SECONDS, FOLD_SECONDS, OUTLINE_SECONDS, BoxPlan, plan_box
from generator.printing.order import Choice, SheetLayout

SHIPPED = Project(ROOT / "data", ROOT / "templates")


@pytest.mark.slow
def test_an_account_is_the_sum_of_its_sheets() -> None:
    box = plan_box(SHIPPED, "collectors", 2, None, Choice(), SheetLayout())
    account = box.account
    assert account.sheets == sum(each.sheets for each in box.planned) > 0
    assert account.components == sum(share.components for each in box.planned for share in each.shares)
    assert account.folds == 1 + 2 + 2  # the Instigator marker, an aid each, the boxes
    seconds = account.cuts * CUT_SECONDS + account.outlines * OUTLINE_SECONDS + account.folds * FOLD_SECONDS
    assert account.minutes == round(seconds / 60)


@pytest.mark.slow
def test_backs_beside_their_fronts_are_folded_card_by_card() -> None:
    plain, doubled = [
        plan_box(SHIPPED, "collectors", 2, None, Choice(), SheetLayout(backs=backs)).account
        for backs in (Backs.none, Backs.fold)
    ]
    assert doubled.folds == plain.folds + 2 * (32 + 10) + 2  # and both boxes twice


def test_an_empty_plan_takes_nothing() -> None:
    account = BoxPlan(cast(CheckResult, None), 2, "", "en", SheetLayout(), []).account
    assert (account.components, account.sheets, account.cuts, account.outlines, account.minutes) == (0, 0, 0, 0, 0)


@pytest.mark.slow
def test_a_mode_that_is_named_is_in_the_files_name_and_one_that_is_found_is_not() -> None:
    found = plan_box(SHIPPED, "tricks-or-treats", 3, None, Choice(), SheetLayout())
    assert (found.mode != "", found.named) == (True, False)
    named = plan_box(SHIPPED, "tricks-or-treats", 3, found.mode, Choice(), SheetLayout())
    assert named.file_name == f"box-3-players-{found.mode}"


def test_what_cannot_be_planned_is_refused(tmp_path: Path) -> None:
    folder = write_fox_hunt(tmp_path)
    fox_hunt = Project(folder / "data", folder / "templates")
    with pytest.raises(WrongUse, match="is for"):
        plan_box(fox_hunt, "fox-hunt", 99, None, Choice(), SheetLayout())
    with pytest.raises(NotFound, match="no mode 'chess'"):
        plan_box(fox_hunt, "fox-hunt", 2, "chess", Choice(), SheetLayout())
