"""A browser before a running workshop: one server and one browser for all tests of a process, a project to change."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from browsing import Opened, Shop, browser_path, ended, fair_files, serving
from projects import write_files

LONG = 60_000  # ms that a busy machine is waited for


# What `make test` tries in a browser: a change goes from the editor to the disk, and one on the disk to the page. All
# else here is slow, where `make everything` tries it, or rare.
KEPT = {"test_a_value_that_changes_on_the_disk_changes_the_picture", "test_saving_keeps_comments_and_all_other_lines"}
USUAL = {
    "test_a_card_is_added_filled_in_saved_moved_deleted_and_brought_back",
    "test_a_question_is_asked_by_clicking_and_the_address_keeps_it", "test_all_of_it_works_without_scripts",
    "test_a_mistake_stands_at_its_line_and_what_to_do_below",
    "test_where_both_changed_the_same_line_one_is_asked_and_undo_brings_the_other_back",
    "test_undo_goes_back_over_saves", "test_what_was_not_saved_is_there_after_a_crash", "test_a_page_is_for_everybody",
    "test_a_value_is_changed_saved_and_undone_in_firefox", "test_an_empty_folder_leads_to_a_game_with_faces_and_sheets",
    "test_every_sort_of_field_is_filled_in_and_the_text_and_face_follow",
    "test_cells_are_typed_pasted_filled_down_sorted_and_undone", "test_items_that_come_and_go_do_so_in_the_page",
    "test_filters_work_at_once_and_stand_in_the_address", "test_only_what_is_near_the_window_is_in_the_page",
    "test_without_scripts_all_can_be_read_and_filtered", "test_an_error_is_marked_at_its_cell_and_said",
    "test_dropped_pictures_become_the_sheets_of_the_command", "test_faces_are_chosen_and_deleted_and_come_back",
    "test_a_sheet_that_is_dropped_becomes_a_game_without_scripts", "test_a_visitor_finds_cards_by_any_word",
    "test_rules_are_written_with_their_page_beside_them", "test_a_box_is_dragged_resized_and_set_in_another_type",
    "test_a_card_is_drawn_by_a_button_and_dragged_onto_the_table",
    "test_what_is_undone_is_as_it_was_and_can_be_done_again", "test_a_saved_table_comes_back",
    "test_undo_stays_on_its_page_and_ends_with_it", "test_forms_that_are_pressed_reach_the_server",
    "test_problems_lead_to_whole_files_which_are_mended_there",
}  # fmt: skip


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark all but a few of these tests as slow or rare, and skip them, saying why, where there is no browser."""
    there = browser_path() is not None
    for item in items:
        if Path(__file__).parent in item.path.parents:
            if item.name not in KEPT:
                usual = item.name.partition("[")[0] in USUAL
                item.add_marker(pytest.mark.slow if usual else pytest.mark.rare)
            if not there:
                item.add_marker(
                    pytest.mark.skip(reason="no Chromium here: install Debian's package chromium-headless-shell")
                )


@pytest.fixture(scope="session")
def running_shop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shop]:
    """The one server."""
    folder = write_files(tmp_path_factory.mktemp("shop"), fair_files())
    shop = serving(folder)
    shop.files = {path: path.read_bytes() for path in (folder / "data").rglob("*.yaml")}
    yield shop
    ended(shop)


@pytest.fixture
def started() -> Iterator[Callable[..., Shop]]:
    """Starts a server for a test alone, as `serving` does; none outlives the test."""
    shops: list[Shop] = []

    def start(folder: Path, *options: str) -> Shop:
        shops.append(serving(folder, *options))
        return shops[-1]

    yield start
    for shop in shops:
        if shop.process.returncode is None:
            ended(shop)


@pytest.fixture
def shop(running_shop: Shop) -> Iterator[Shop]:
    """The server, with its files as they were at first."""
    running_shop.restore()
    yield running_shop
    running_shop.restore()


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """The one browser."""
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=LONG)

    with sync_playwright() as playwright:
        made = playwright.chromium.launch(executable_path=browser_path(), args=["--no-sandbox", "--disable-gpu"])
        yield made
        made.close()


class Windows:
    """Windows of the browser, and what is complained of in their consoles.

    What cannot be had is not a complaint: faces with errors, pages that are not there, texts whose files have changed.
    """

    def __init__(self, browser: Any) -> None:
        self.browser = browser
        self.contexts: list[Any] = []
        self.complaints: list[str] = []

    def window(self, *, width: int = 1280, height: int = 800, dark: bool = False, **options: Any) -> Any:
        """An empty page of somebody who was never here."""
        scheme = "dark" if dark else "light"
        known = {
            "viewport": {"width": width, "height": height},
            "color_scheme": scheme,
            "locale": "en-US",
            "reduced_motion": "reduce",
        }
        context = self.browser.new_context(**{**known, **options})
        context.set_default_timeout(LONG)
        self.contexts.append(context)
        page = context.new_page()
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        return page

    def _heard(self, message: Any) -> None:
        if message.type in ("error", "warning") and not re.search(r"status of (404|409|422)", message.text):
            self.complaints.append(message.text)

    def close(self) -> None:
        """Close them all."""
        for context in self.contexts:
            context.close()


@pytest.fixture
def opened(shop: Shop, browser: Any) -> Iterator[Opened]:
    """Opens a page of the workshop: ``opened("/fair/", width=360, dark=True, locale="fr-FR")``.

    Whatever a page complains of in its console fails the test.
    """
    windows = Windows(browser)

    def opening(path: str, **options: Any) -> Any:
        page = windows.window(**options)
        page.goto(shop.address + path.lstrip("/"))
        return page

    yield opening
    windows.close()
    assert windows.complaints == []


@pytest.fixture(scope="session")
def visitor(browser: Any) -> Iterator[Windows]:
    """Somebody who goes from page to page: `turned` has two windows."""
    windows = Windows(browser)
    windows.window()
    windows.window(width=360, height=740, dark=True, locale="fr-FR")
    yield windows
    windows.close()


@pytest.fixture
def turned(shop: Shop, visitor: Windows) -> Iterator[Callable[[str], tuple[Any, Any]]]:
    """Turns two windows that stay open to a page: one broad and light in English, one narrow and dark in French.

    For what looks at every page: a window of its own for each takes three times as long.
    """

    def turning(path: str) -> tuple[Any, Any]:
        broad, narrow = (context.pages[0] for context in visitor.contexts)
        for page in (broad, narrow):
            page.goto(shop.address + path.lstrip("/"))
        return broad, narrow

    visitor.complaints.clear()
    yield turning
    assert visitor.complaints == []
