"""What browsers are sent stays readable and small."""

from projects import ROOT

WEB = ROOT / "generator/web"
WIDEST = 160  # characters of a line of a template
MOST_SCRIPT = 5_400  # lines of own scripts with something on them


def test_templates_have_lines_that_can_be_read() -> None:
    long = [
        f"{path.name}:{number}"
        for path in sorted((WEB / "pages").glob("*.html"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if len(line) > WIDEST
    ]
    assert long == []


def test_scripts_stay_small() -> None:
    scripts = [path.read_text(encoding="utf-8") for path in (WEB / "static/js").rglob("*.js")]
    assert sum(1 for script in scripts for line in script.splitlines() if line.strip()) < MOST_SCRIPT


def test_one_module_alone_brings_pages_up_to_date() -> None:
    """All others ask it, or mind a part of the page; what a person asks for goes by `desk.js`."""
    readers = {path.name for path in (WEB / "static/js").rglob("*.js") if "DOMParser" in path.read_text("utf-8")}
    assert readers == {"refresh.js", "desk.js"}


def test_breakpoints_are_said_once() -> None:
    """In style sheets: a script asks those for what is shown, and knows no width of its own."""
    scripts = (WEB / "static/js").rglob("*.js")
    assert [path.name for path in scripts if 'matchMedia("(m' in path.read_text(encoding="utf-8")] == []
