"""What is measured is what is printed: the benchmark's made-up deck keeps the rules, and its pages are those of pnp."""

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent


def test_the_benchmarks_deck_is_checked_and_its_pages_are_collected(tmp_path: Path) -> None:
    script = (
        "import sys; from pathlib import Path; from deck import write_deck;"
        "write_deck(Path(sys.argv[1]), 10, Path(sys.argv[2]))"
    )
    made, pages = tmp_path / "data", tmp_path / "pages.json"
    subprocess.run(
        [sys.executable, "-c", script, str(made), str(ROOT / "data")], cwd=ROOT / "bench", check=True, timeout=60
    )
    command = [sys.executable, *map(str, (ROOT / "bench/pages.py", made, ROOT / "templates", pages))]
    subprocess.run(command, check=True, timeout=60, env={"PYTHONPATH": str(ROOT)})
    content = json.loads(pages.read_text(encoding="utf-8"))
    assert len(content["pages"]) == 2
    assert content["title"] == "Tricks or Treats · Surprise cards"
