"""A ``game.yaml`` that cannot be read is what every command blames, and no word on its line."""

import pytest
from projects import Project

COMMANDS = """\
render; render fair; render fair --kind stalls; render --item cake; render --lang de; render --ink low; blank; blank fair --kind stalls
plan fair --players 2; plan fair --players 2 --render; export fair --to png; export fair --to csv --kind stalls
generate stalls --count 1; generate stalls --game fair --count 1; stats; stats fair --kind stalls; simulate fair --players 2
odds draw kind=stalls draws=1 where=price>1; odds draw --game fair kind=stalls draws=1 where=price>1
show cake; show stalls/cake; show stalls/cake --game fair; list; list fair; list fair stalls
import x.csv --kind stalls; import x.csv --game fair --kind stalls; check"""


@pytest.mark.parametrize(
    ("text", "place"),
    [("name: [\n", "1:"), ("- a\n", "1:1:"), ("name: Fair\nkinds: {stalls: {title: S, fields: 3}}\n", "2:36:")],
)
def test_a_game_that_cannot_be_read_is_the_cause_and_no_wrong_use(project: Project, text: str, place: str) -> None:
    project.write("game.yaml", text)
    project.write("data/../x.csv", "id,price\nx,3\n")
    for command in COMMANDS.replace("\n", ";").split(";"):
        done = project.pnp(*command.split())
        if text.startswith("name: Fair") and command.split()[0] == "list":
            continue  # what of it can be read is
        assert (done.exit_code, f"data/fair/game.yaml:{place}" in done.output) == (1, True), (command, done.output)
