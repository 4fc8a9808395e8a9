"""What a contributor finds is whole: declared dependencies, hooks, forms, the workflow, the changelog."""

import re
import sys
import tomllib
from pathlib import Path

import pytest
import yaml
from test_conventions import EVERY, ROOT, TOOL, imports

from generator import __version__

DECLARED = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
NAMES = {
    "yaml": "pyyaml",
    "PIL": "pillow",
    "fontTools": "fonttools",
    "resvg_py": "resvg-py",
    "markdown_it": "markdown-it-py",
}  # of packages, where they differ from those of modules


@pytest.mark.slow
def test_what_the_code_imports_is_declared_and_what_is_declared_is_imported() -> None:
    used = {name.split(".")[0] for path in EVERY for name in imports(path)} - set(sys.stdlib_module_names)
    extras = DECLARED["optional-dependencies"]
    wanted = [*DECLARED["dependencies"], *extras["cluster"]]  # the tool's own extras
    declared = {re.split(r"[^\w-]", requirement)[0] for requirement in wanted}
    assert {NAMES.get(name, name) for name in used - {"generator", "_typeshed"}} == declared


def test_the_package_says_that_it_is_typed() -> None:
    assert (TOOL / "py.typed").read_text() == ""
    assert "Typing :: Typed" in DECLARED["classifiers"]


def test_continuous_integration_runs_the_script_that_anybody_can_run() -> None:
    workflow = yaml.safe_load((ROOT / ".github/workflows/ci.yml").read_text(encoding="utf-8"))
    assert [step["run"] for step in workflow["jobs"]["ci"]["steps"] if "run" in step] == [".ci/run"]
    assert (ROOT / ".ci/run").stat().st_mode & 0o111
    systems = workflow["jobs"]["systems"]
    assert {name.split("-")[0] for name in systems["strategy"]["matrix"]["os"]} == {"ubuntu", "windows", "macos"}
    oldest = DECLARED["requires-python"].removeprefix(">=")
    assert systems["strategy"]["matrix"]["python"][0] == oldest
    assert systems["steps"][-1]["run"].split() == ["python", ".ci/try_installed.py"]
    assert (ROOT / ".ci/try_installed.py").is_file()


def test_what_make_test_leaves_out_is_run_by_continuous_integration() -> None:
    steps = (ROOT / ".ci/run").read_text(encoding="utf-8").splitlines()
    assert [step.split(" #")[0] for step in steps if step.startswith("make")] == [
        *("make sheets", "make check", "make everything")
    ]
    verbs = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert re.findall(r"pytest -m '(.+?)'", verbs) == [
        "not slow and not rare",
        "not rare",
        "not rare",
        "slow or rare or tried or hypothesis",
    ]
    everything = verbs.split("\neverything:")[1].split("\n\n")[0]
    assert "-m pytest -m 'not rare' || " in everything  # what failed once more, and it counts then
    assert "PNP_CASES:-8" in everything


def test_hooks_run_what_make_check_runs_and_fetch_nothing() -> None:
    (repo,) = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8"))["repos"]
    assert repo["repo"] == "local"
    checked = (
        (ROOT / "Makefile")
        .read_text(encoding="utf-8")
        .split("\ncheck:")[1]
        .split("\nformat:")[0]
        .replace("$(BIN)", ".venv/bin")
    )
    assert [hook["entry"] for hook in repo["hooks"] if hook["entry"] not in checked] == []
    assert len(repo["hooks"]) == checked.count(".venv/bin/")


def test_every_form_asks_for_something_and_names_each_answer_once() -> None:
    forms = [path for path in (ROOT / ".github/ISSUE_TEMPLATE").glob("*.yml") if path.name != "config.yml"]
    assert len(forms) == 3
    for path in forms:
        form = yaml.safe_load(path.read_text(encoding="utf-8"))
        assert {"name", "description", "body"} <= set(form)
        ids = [field["id"] for field in form["body"]]
        assert len(ids) == len(set(ids))
        assert any(field.get("validations", {}).get("required") for field in form["body"])


def test_the_changelog_tells_of_this_version() -> None:
    heads = re.findall(r"^## \[(.+?)\]", (Path(ROOT) / "CHANGELOG.md").read_text(encoding="utf-8"), re.M)
    assert heads[:2] == ["Unreleased", __version__]
