"""The page of problems: in words of the game, with a button where there is one thing to write; and the search."""

import re

import pytest
from projects import Project
from starlette.testclient import TestClient


def test_a_problem_is_said_of_its_item_and_mended_by_a_button(project: Project, desk: TestClient) -> None:
    before = project.path("stalls.yaml").read_text(encoding="utf-8")
    project.change("stalls.yaml", "price: 3", "price: 3\n  keeper: anne\n  side: lefft")
    desk.app.state.workshop.look()  # type: ignore[attr-defined]
    page = desk.get("/fair/problems?ui=en").text
    assert "<strong>Cake stall</strong>" in page
    assert "Stalls · keeper" in page
    assert 'src="/fair/stalls/cake.svg?v=' in page
    assert page.index("is not an item") < page.index("stalls.yaml:4:")  # the sentence comes before the place
    assert re.findall(r"Mend: write (\w+)", page) == ["ann", "left"]
    assert "Corriger\u00a0: écrire ann" in desk.get("/fair/problems?ui=fr").text
    form = re.findall(r'name="(file|rule|place)" value="([^"]+)"', page)
    sent = dict(form[:3])
    item = desk.get("/fair/stalls/cake?ui=en").text
    assert re.findall(r"Mend: write (\w+)", item) == ["ann", "left"]
    assert re.findall(r'name="(?:kind|item)" value="([^"]+)"', item)[-2:] == ["stalls", "cake"]
    assert desk.post("/-/mend/fair", json=sent).json() == {"mended": 1}
    text = project.path("stalls.yaml").read_text(encoding="utf-8")
    assert text == before.replace("price: 3", "price: 3\n  keeper: ann\n  side: lefft")
    assert desk.post("/-/mend/fair", json=sent | {"place": "1:1"}).status_code == 404


def test_the_place_of_a_problem_is_outlined_on_its_face(project: Project, desk: TestClient) -> None:
    box = '<rect data-field="name" data-font="text" data-size="9" data-min="9" x="1" y="{}" width="9" height="4"/>'
    text = project.path("templates/fair/stall.svg").read_text(encoding="utf-8")
    start, _, end = text.rpartition("</svg>")
    project.write("templates/fair/stall.svg", f"{start}{box.replace('{}', '11')}{box.replace('{}', '12')}</svg>{end}")
    desk.app.state.workshop.look()  # type: ignore[attr-defined]
    page = desk.get("/fair/problems?ui=en").text
    outlines = re.findall(r'<polygon points="([^"]+)"', page)
    assert "1.00,11.00 10.00,11.00 10.00,15.00 1.00,15.00" in outlines, re.findall(r"<p>(.*)</p>", page)
    assert "1.00,12.00 10.00,12.00 10.00,16.00 1.00,16.00" in outlines
    assert 'class="spot"' in desk.get("/fair/stalls/cake").text
    told = desk.get("/fair/stalls/cake/text").json()["problems"]
    assert told[0]["spots"][0][0] == "front"
    assert desk.get("/fair/people/ann/text").json()["problems"] == []


@pytest.mark.slow
def test_very_many_problems_do_not_all_come_into_the_page(project: Project, desk: TestClient) -> None:
    many = "".join(f"- id: s{number}\n  name: Stall\n  price: none\n  side: up{number}\n" for number in range(600))
    project.write("stalls.yaml", many)
    desk.app.state.workshop.look()  # type: ignore[attr-defined]
    page = desk.get("/fair/problems").text
    assert len(re.findall(r"<[a-z]", page)) < 3_000


def test_one_search_finds_items_kinds_fields_and_pages(desk: TestClient) -> None:
    def found(words: str) -> list[str]:
        page = desk.get("/fair/search", params={"q": words, "ui": "en"}).text
        return re.findall(r'<li><a href="([^"]+)">', page.partition("found")[2])

    assert found("gât") == ["/fair/stalls/cake"]
    assert found("stall")[:2] == ["/fair/stalls/", "/fair/stalls/cake"]
    assert found("price") == ["/fair/stalls/grid"]
    assert "/fair/problems" in found("prob")
    assert found("nothing like it") == []
    assert found(" ") == []
