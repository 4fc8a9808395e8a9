"""Names of sheets that kinds share: what another file of sheets may be called is refused."""

import pytest
from projects import Project

KIND = """\
  {name}:
    title: {{en: Tokens, fr: Jetons}}
    size: [50, 40]
    template: stall.svg
    file: stalls.yaml
    share: {share}
    fields:
      name: {{type: text, required: true}}
      price: {{type: whole, required: true}}
      note: {{type: text}}
"""


def shared(project: Project, **shares: str) -> list[tuple[str, str]]:
    """What check finds amiss with kinds that share sheets, by their names."""
    kinds = "".join(KIND.format(name=name.replace("_", "-"), share=share) for name, share in shares.items())
    project.change("game.yaml", "  people:\n", kinds + "  people:\n")
    return [(problem.rule, problem.message) for problem in project.check() if problem.rule == "file-name"]


@pytest.mark.parametrize("name", ["tokens", "boxes", "cover", "rules", "coin-backs"])
def test_what_no_other_sheets_are_called_is_a_name(project: Project, name: str) -> None:
    assert shared(project, coins=name, dolls=name) == []
    assert project.pnp("render").exit_code == 0
    assert (project.folder / f"output/fair/{name}.pdf").exists()


@pytest.mark.parametrize("name", ["box", "box-3-players", "Tokens", "a/b", "..", "stalls", "coins", "dolls-backs"])
def test_what_other_sheets_are_called_is_none(project: Project, name: str) -> None:
    found = shared(project, coins=name, dolls=name)
    assert len(found) == 2
    assert project.pnp("render").exit_code == 1


def test_a_kind_is_not_called_as_the_backs_of_shared_sheets_are(project: Project) -> None:
    assert len(shared(project, coins="tokens", tokens_backs="others")) == 1


def test_shared_sheets_are_not_called_as_the_backs_of_others_are(project: Project) -> None:
    assert len(shared(project, coins="tokens", dolls="tokens-backs")) == 2


def test_a_share_with_the_name_of_a_kind_is_told_so(project: Project) -> None:
    project.change("game.yaml", "  stalls:\n", "  stalls:\n    share: stalls\n")
    (problem,) = [problem for problem in project.check() if problem.rule == "file-name"]
    assert problem.hint == "take a name that is no kind's"
