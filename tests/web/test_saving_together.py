"""Many save items of one file at once: what was answered with 200 is in the file, every other answer is 409."""

import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import pytest
from projects import Project
from starlette.testclient import TestClient
from tries import tries

from generator.core.folders import Project as Folders
from generator.web.app import make_app
from generator.web.terms import Terms
from generator.web.workshop import Workshop

CLIENTS = 8
TIMES = tries(2)  # a hundred in `make promise`
ITEM = "# Stall {0}.\n- id: stall-{0}\n  name: {{en: Stall, fr: Étal}}\n  price: 0\n"
OTHER = """
import json, sys
sys.path[:0] = sys.argv[1:]
from test_saving_together import open_client, save_often
with open_client() as client:
    print(json.dumps([save_often(client, name) for name in ("x",)]))
"""


def open_client() -> TestClient:
    """A client of a workshop with the project in the current folder."""
    workshop = Workshop(Folders(Path("data"), Path("templates")), Terms(port=8765, token="t" * 40))
    return TestClient(make_app(workshop), base_url="http://127.0.0.1:8765")


def save_often(client: TestClient, name: str) -> tuple[list[str], list[int]]:
    """Add a comment to an item again and again: the comments that were saved, and how all others were answered."""
    client.get("/")  # the cookie comes with the first page
    client.headers["x-pnp-token"] = "t" * 40
    address, saved, others = f"/fair/stalls/stall-{name}/text", [], []
    for number in range(TIMES):
        now = client.get(address).json()
        line = f"# {name} {number}"
        answer = client.put(address, json={"text": f"{now['text']}  {line}\n", "version": now["version"]})
        if answer.status_code == 200:
            saved.append(line)
        else:
            others.append(answer.status_code)
    return saved, others


@pytest.mark.slow
def test_whoever_is_told_that_it_is_saved_finds_it_in_the_file(project: Project) -> None:
    names = [*map(str, range(CLIENTS)), "x"]
    project.write("stalls.yaml", "".join(map(ITEM.format, names)))
    support = [str(Path(__file__).parent), str(Path(__file__).parents[1] / "support")]
    other = subprocess.Popen([sys.executable, "-c", OTHER, *support], stdout=subprocess.PIPE)
    with ExitStack() as stack:
        client = stack.enter_context(open_client())
        pool = stack.enter_context(ThreadPoolExecutor(CLIENTS))
        answers = list(pool.map(lambda name: save_often(client, name), names[:-1]))
        answers += json.loads(other.communicate()[0])
    text = project.path("stalls.yaml").read_text(encoding="utf-8")
    saved = [line for lines, _ in answers for line in lines]
    assert sorted(line.strip() for line in text.splitlines() if not line.startswith("#") and "#" in line) == sorted(
        saved
    )
    assert {status for _, others in answers for status in others} <= {409}
    assert len(saved) > TIMES
