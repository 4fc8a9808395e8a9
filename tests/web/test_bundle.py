"""What the workshop has from npm is what its lock file says, to the byte."""

import shutil
import subprocess
from pathlib import Path

import pytest

HERE = Path(__file__).parents[2]
BUNDLE = HERE / "web/bundle"
VENDOR = HERE / "generator/web/static/vendor"


@pytest.mark.skipif(
    shutil.which("npm") is None or not (BUNDLE / "node_modules/.package-lock.json").exists(),
    reason="the packages of the bundle are not installed: make node",
)
def test_a_bundle_made_anew_has_the_committed_bytes(tmp_path: Path) -> None:
    subprocess.run(["sh", BUNDLE / "bundle.sh", tmp_path], check=True, timeout=60)
    made = {path.relative_to(tmp_path): path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    kept = {path.relative_to(VENDOR): path.read_bytes() for path in VENDOR.rglob("*") if path.is_file()}
    assert made.keys() == kept.keys()
    assert [name for name in made if made[name] != kept[name]] == []


def test_nothing_in_it_asks_another_machine() -> None:
    """No address but those of XML namespaces stands in what is served."""
    text = (VENDOR / "codemirror.js").read_text("utf-8")
    assert [part[:40] for part in text.split("://")[1:] if not part.startswith("www.w3.org/")] == []
