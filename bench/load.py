"""What the workshop's server does with many browsers at a time: ``make load``.

It starts `pnp serve --read-only` for the shipped games, and lets 50 clients look at galleries as browsers do: a page,
then its faces one after the other over the same connection, again and again. Told are when it was ready, the memory
that it holds, the answers a second, those that failed, and how long a face took (median, 95th and 99th in a hundred).
Seconds differ from machine to machine; the limits are for two cores with nothing else to do. The status is 0 whatever
comes out.
"""

import asyncio
import html
import os
import re
import subprocess
import sys
from pathlib import Path
from time import perf_counter, sleep

PROJECT = Path(__file__).resolve().parents[1]
CLIENTS, SECONDS = 50, float(os.environ.get("PNP_LOAD_SECONDS", "60"))
PAGES = ("/tricks-or-treats/surprise-cards/", "/star-road/blueprints/", "/collectors/characters/")
MOST_READY, MOST_HELD = 1.0, 120.0  # s, MB
MOST_MS = 100.0  # that a face takes, 95 of 100
_IMAGE = re.compile(r'<img[^>]*? src="([^"]+\.svg[^"]*)"', re.DOTALL)


class Browser:
    """One client with one connection."""

    def __init__(self, host: str, port: int, took: list[float], failed: list[str]) -> None:
        self._host, self._port, self._took, self._failed = host, port, took, failed

    async def look_around(self, until: float, first: int) -> None:
        """Look at one page after the other."""
        reader, writer = await asyncio.open_connection(self._host, self._port)
        number = first
        while perf_counter() < until:
            page = PAGES[number % len(PAGES)]
            number += 1
            text = (await self._get(reader, writer, page)).decode("utf-8", "replace")
            for found in _IMAGE.findall(text)[:60]:
                if perf_counter() > until:
                    break
                address = html.unescape(found)
                started = perf_counter()
                await self._get(reader, writer, address if address.startswith("/") else page + address)
                self._took.append(perf_counter() - started)
        writer.close()

    async def _get(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, path: str) -> bytes:
        head = f"GET {path} HTTP/1.1\r\nHost: {self._host}:{self._port}\r\nAccept: text/html,image/*\r\n\r\n"
        writer.write(head.encode())
        lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower().split("\r\n")
        lengths = [int(line.partition(":")[2]) for line in lines if line.startswith("content-length:")]
        content = await reader.readexactly(lengths[0] if lengths else 0)
        if " 200 " not in lines[0]:
            self._failed.append(f"{lines[0]} {path}")
        return content


async def load(host: str, port: int) -> tuple[list[float], list[str], float]:
    """How long each face took, what failed, and how long it all took, in s."""
    took: list[float] = []
    failed: list[str] = []
    for page in PAGES:  # the games are opened before the clock starts
        await Browser(host, port, [], failed).look_around(perf_counter() + 0.001, PAGES.index(page))
    started = perf_counter()
    clients = [Browser(host, port, took, failed).look_around(started + SECONDS, number) for number in range(CLIENTS)]
    outcomes = await asyncio.gather(*clients, return_exceptions=True)
    failed += [repr(outcome) for outcome in outcomes if isinstance(outcome, BaseException)]
    return took, failed, perf_counter() - started


def held(process: int) -> float:
    """The memory of a process in MB, with its share of what it has in common with others."""
    lines = Path(f"/proc/{process}/smaps_rollup").read_text(encoding="ascii").splitlines()
    return sum(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1000


def settled(process: int) -> None:
    """Wait until a process has nothing more to do than to watch its files, which takes some 7 of 100 ticks."""
    before = -100
    while (
        now := sum(map(int, Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[11:13]))
    ) - before > 30:
        before = now
        sleep(2)


def main() -> None:
    """Measure and tell."""
    command = [sys.executable, "-m", "generator", "serve", "--no-open", "--read-only", "--port", "0"]
    started = perf_counter()
    server = subprocess.Popen(command, cwd=PROJECT, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        found = re.search(r"http://([\d.]+):(\d+)/", server.stdout.readline())
        assert found
        print(f"ready after {perf_counter() - started:.2f} s (limit {MOST_READY:g})", flush=True)
        settled(server.pid)
        print(f"holds {held(server.pid):.0f} MB with a game open (limit {MOST_HELD:.0f})", flush=True)
        took, failed, seconds = asyncio.run(load(found[1], int(found[2])))
    finally:
        server.terminate()
        server.wait()
    took.sort()
    median, most, worst = (1000 * took[int(len(took) * share)] if took else 0.0 for share in (0.5, 0.95, 0.99))
    print(f"{CLIENTS} clients for {seconds:.0f} s: {len(took)} faces, {len(took) / seconds:.0f} a second")
    print(f"a face: {median:.0f} ms; 95 of 100 below {most:.0f} ms (limit {MOST_MS:.0f}), 99 below {worst:.0f} ms")
    print(f"{len(failed)} answers failed" + "".join(f"\n    {each}" for each in failed[:10]))


if __name__ == "__main__":
    main()
