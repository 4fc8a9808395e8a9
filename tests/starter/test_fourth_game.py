"""A game unlike the three that are shipped, and a new kind in one of them: data alone, without a line of Python."""

import shutil
from pathlib import Path

import pypdf
import pytest
from projects import FONTS, PLAIN, ROOT, STALL, Project, write_files

GAME = """\
name: {en: Slow trains, fr: Trains lents}
languages: [fr, en]
kinds:
  tickets:
    title: {en: Tickets, fr: Billets}
    size: [85, 54]
    template: ticket.svg
    group: class
    page_label: "Billets {number}"
    group_page_label: {first: "Première {number}"}
    fields:
      to: {type: text, required: true}
      departure: {type: string, required: true} # as on the clock: 07:05
      class: {type: choice, of: [first, second], required: true}
      price: {type: whole, required: true}
      stops: {type: list, of: {type: reference, to: stations}, required: true}
      remark: {type: text}
  stations:
    title: {en: Stations, fr: Gares}
    size: square-40
    template: station.svg
    fields:
      name: {type: text, required: true}
      platforms: {type: number, default: 1}
"""
BALANCE = """\
- rule: fair-fare
  check: expression
  kind: tickets
  let: {most: "2 + 3 * stops|length + (4 if class == 'first' else 0)"}
  that: price <= most
  at: price
  message: "{{ price }} is too slow; {{ stops|length }} stops in the {{ class }} class cost {{ most }} at the most"
  source: our own timetable
  why: A ride costs what it is worth.
  hint: lower the price, or add a stop
  pass: {price: 5, class: second, stops: [harbour]}
  fail: {price: 6, class: second, stops: [harbour]}
- rule: on-the-clock
  check: expression
  kind: tickets
  that: departure|length == 5 and departure[2] == ':' and departure[:2]|int < 24 and departure[3:]|int < 60
  at: departure
  message: "{{ departure }} is not a time of the day"
  source: the clock in the hall
  why: A train that leaves at no time leaves never.
  pass: {departure: "07:05"}
  fail: {departure: "7:05"}
"""
TICKETS = """\
- id: sea
  to: {fr: À la mer, en: To the sea}
  departure: 07:05
  class: second
  price: 8
  stops: [harbour, dunes]
  remark: {fr: Changez à Gare-du-Port (c) puis (c) (c), en: Change at the harbour (c) then (c) (c)}
  copies: 3
- id: night
  to: {fr: Vers la nuit, en: Into the night}
  departure: 23:59
  class: first
  price: 5
  stops: [harbour]
"""
STATIONS = """\
- {id: harbour, name: {fr: Le port, en: The harbour}, platforms: 2}
- {id: dunes, name: {fr: Les dunes, en: The dunes}}
"""
TICKET = """\
<svg xmlns="http://www.w3.org/2000/svg" width="85mm" height="54mm" viewBox="0 0 85 54">
  <rect x="2" y="2" width="81" height="50" rx="3" fill="none" stroke="#000" stroke-width="0.5"/>
  <circle data-if="item.class == 'first'" cx="76" cy="9" r="4" fill="#c90"/>
  <rect data-field="to" data-font="text" data-size="16" x="5" y="5" width="60" height="9"/>
  <rect data-field="departure" data-font="text" data-size="12" x="5" y="15" width="30" height="7"/>
  <rect data-text="{{ item.price }} €" data-field="price" data-font="text" data-size="12"
        x="40" y="15" width="30" height="7"/>
  <g data-for="stop in item.stops" data-let="left = 8 + 12 * loop.index0" transform="translate({{ left }} 30)">
    <use href="kit/stop.svg" x="-3" y="-3" width="6" height="6"/>
    <rect data-text="{{ loop.index }}" data-font="text" data-size="8" x="-3" y="4" width="6" height="5"/>
  </g>
  <rect data-field="remark" data-font="text" data-size="9" data-min="6" x="5" y="40" width="75" height="10"/>
</svg>
"""
STATION = """\
<svg xmlns="http://www.w3.org/2000/svg" width="40mm" height="40mm" viewBox="0 0 40 40">
  <rect data-field="name" data-font="text" data-size="12" x="3" y="3" width="34" height="20" data-align="center"/>
  <rect data-text="{{ word('platforms', item.platforms) }}" data-font="text" data-size="8"
        x="3" y="28" width="34" height="8"/>
</svg>
"""
STOP = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 6 6"><circle cx="3" cy="3" r="2.5" fill="#036"/></svg>\n'
WORDS = """\
platforms: {fr: "{n} quais", en: "{n} platforms"}
platforms-one: {fr: un quai, en: one platform}
"""


@pytest.fixture
def railway(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Project:
    """A project with the railway game alone."""
    files = {
        "data/slow-trains/game.yaml": GAME,
        "data/slow-trains/balance.yaml": BALANCE,
        "data/slow-trains/tickets.yaml": TICKETS,
        "data/slow-trains/stations.yaml": STATIONS,
        "templates/slow-trains/ticket.svg": TICKET,
        "templates/slow-trains/station.svg": STATION,
        "templates/slow-trains/kit/stop.svg": STOP,
        "templates/slow-trains/words.yaml": WORDS,
        "templates/slow-trains/style.yaml": f'fonts: {{text: {PLAIN.stem}}}\nicons: {{"(c)": kit/stop.svg}}\n',
    }
    write_files(tmp_path, files, plain=True)
    monkeypatch.chdir(tmp_path)
    return Project(tmp_path)


def read(path: Path) -> str:
    return "\n".join(page.extract_text() for page in pypdf.PdfReader(path).pages)


def test_the_game_has_no_mistake_and_its_rules_are_listed(railway: Project) -> None:
    assert railway.pnp("check", "--strict").stdout == "checked slow-trains (2 kinds, 4 items): no problem found\n"
    listed = railway.pnp("rules", "slow-trains").stdout
    assert "fair-fare" in listed
    assert "A train that leaves at no time leaves never." in listed


def test_the_game_prints_in_its_own_language_first_and_reads_back(railway: Project) -> None:
    result = railway.pnp("render")
    assert result.exit_code == 0
    assert [line.split()[:3] for line in result.stdout.splitlines()[1:]] == [
        ["slow-trains/tickets", "4", "1"],
        ["slow-trains/stations", "2", "1"],
        ["in", "all", "6"],
    ]
    text = read(railway.folder / "output/slow-trains/tickets.pdf")
    assert (text.count("À la mer"), text.count("07:05"), text.count("8 €"), text.count("5 €")) == (3, 3, 3, 1)
    assert "(c)" not in text
    assert "Changez à Gare-du-Port" in text
    stations = read(railway.folder / "output/slow-trains/stations.pdf")
    assert [word in stations for word in ("Le port", "2 quais", "Les dunes", "un quai")] == [True] * 4


def test_the_other_language_and_the_groups_have_their_own_names(railway: Project) -> None:
    assert railway.pnp("render", "--lang", "en", "--kind", "tickets").exit_code == 0
    path = railway.folder / "output/slow-trains/tickets.en.pdf"
    assert "To the sea" in read(path)
    assert list(pypdf.PdfReader(path).page_labels) == ["Billets 1 + Première 1"]


def test_a_blank_ticket_can_be_printed(railway: Project) -> None:
    assert railway.pnp("blank", "--kind", "tickets").exit_code == 0
    assert "la mer" not in read(railway.folder / "output/slow-trains/tickets-blank.pdf")


def test_its_planted_mistakes_are_found_at_their_lines_and_columns(railway: Project) -> None:
    wrong = (
        TICKETS.replace("departure: 07:05", "departure: 7:05")
        .replace("price: 8", "price: 9")
        .replace("stops: [harbour, dunes]", "stops: [harbour, dune]")
        .replace("class: first", "class: third")
        .replace("to: {fr: Vers la nuit, en: Into the night}", "to: {fr: Vers la nuit}")
    )
    railway.write("data/slow-trains/tickets.yaml", wrong)
    railway.write(
        "data/slow-trains/stations.yaml",
        STATIONS.replace("platforms: 2", "platforms: two").replace("id: dunes", "id: harbour"),
    )
    found = [(Path(p.file).stem, p.line, p.column, p.level, p.rule) for p in railway.check()]
    assert found == [
        ("stations", 1, 66, "error", "wrong-type"),
        ("stations", 2, 8, "error", "duplicate-id"),
        ("tickets", 3, 14, "error", "on-the-clock"),
        ("tickets", 5, 10, "error", "fair-fare"),
        ("tickets", 6, 20, "error", "unknown-reference"),
        ("tickets", 10, 7, "warning", "missing-translation"),
        ("tickets", 12, 10, "error", "not-one-of"),
    ]
    messages = {problem.rule: problem.message for problem in railway.check()}
    assert messages["fair-fare"] == "9 is too slow; 2 stops in the second class cost 8 at the most"
    assert railway.pnp("render").exit_code == 1
    assert not (railway.folder / "output").exists()


def test_a_mistake_in_its_template_is_found_at_its_line_and_column(railway: Project) -> None:
    railway.change("templates/slow-trains/ticket.svg", "item.price", "item.prize")
    (found,) = railway.check()
    assert (found.file, found.line, found.rule) == ("templates/slow-trains/ticket.svg", 6, "template-syntax")
    railway.change("templates/slow-trains/ticket.svg", "item.prize", "item.price")
    railway.change("templates/slow-trains/ticket.svg", "<circle", "<gradient/><circle")
    (found,) = railway.check()
    assert (found.file, found.line, found.column) == ("templates/slow-trains/ticket.svg", 3, 3)


@pytest.mark.slow
def test_a_new_kind_in_a_shipped_game_needs_data_and_a_template(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = sorted(path.parent.name for path in (ROOT / "data").glob("*/game.yaml"))[0]
    shutil.copytree(ROOT / "data" / name, tmp_path / "data" / name)
    shutil.copytree(ROOT / "templates" / name, tmp_path / "templates" / name)
    (tmp_path / "templates" / "common").symlink_to(FONTS.parent)
    made = Project(tmp_path)
    described = made.path(f"data/{name}/game.yaml").read_text(encoding="utf-8").rstrip()
    kind = (
        "  railway-passes:\n    title: {en: Passes}\n    size: [50, 40]\n    template: pass.svg\n"
        "    fields: {name: {type: text, required: true}}\n"
    )
    assert "\nkinds:\n" in described
    made.write(f"data/{name}/game.yaml", described.replace("\nkinds:\n", f"\nkinds:\n{kind}") + "\n")
    made.write(
        f"data/{name}/railway-passes.yaml", "- {id: day, name: {en: Day pass}}\n- {id: week, nme: {en: Week pass}}\n"
    )
    template = STALL.replace('data-field="price"', 'data-text="1"').replace('data-field="note"', 'data-text=" "')
    made.write(f"templates/{name}/pass.svg", template)
    monkeypatch.chdir(tmp_path)
    found = made.check(f"data/{name}/railway-passes.yaml")
    assert [(p.line, p.column, p.rule) for p in found if p.level == "error"] == [
        (2, 3, "missing-field"),
        (2, 14, "unknown-field"),
    ]
    made.change(f"data/{name}/railway-passes.yaml", "nme", "name")
    assert made.pnp("render", name, "--kind", "railway-passes").exit_code == 0
    assert "Week pass" in read(tmp_path / "output" / name / "railway-passes.pdf")
