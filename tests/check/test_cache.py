"""What is kept on the disk is given back as it was, or not at all."""

import os
import random
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from generator.check.cache import LARGEST, Cache, key_of, open_cache, user_folder

SECRET = b"s" * 32
KEYS = [key_of("question", str(number)) for number in range(6)]


@pytest.fixture
def cache(tmp_path: Path) -> Cache:
    return Cache(tmp_path / "answers", SECRET)


def entry(cache: Cache, key: str) -> Path:
    assert cache.folder is not None
    return cache.folder / f"{key}.answer"


def test_an_answer_is_given_back_to_the_question_that_it_was_kept_for(cache: Cache) -> None:
    assert cache.get(KEYS[0]) is None
    cache.put(KEYS[0], b"one")
    cache.put(KEYS[1], b"")
    assert [cache.get(key) for key in KEYS[:3]] == [b"one", b"", None]


def test_a_key_tells_parts_apart() -> None:
    assert len({key_of("ab", "c"), key_of("a", "bc"), key_of("abc"), key_of("ab", "c", "")}) == 4
    assert key_of("ab", "c") == key_of(b"ab", b"c")


@pytest.mark.slow
def test_whatever_happens_to_the_files_an_answer_is_right_or_missing(cache: Cache) -> None:
    chance = random.Random(5)
    answers = {key: chance.randbytes(chance.randrange(400)) for key in KEYS}
    missing = 0
    for round_ in range(300):
        for key, answer in answers.items():
            cache.put(key, answer)
        key, other = chance.sample(KEYS, 2)
        file = entry(cache, key)
        data = file.read_bytes()
        match round_ % 5:
            case 0:
                file.write_bytes(data[: chance.randrange(len(data))])
            case 1:
                at = chance.randrange(len(data))
                file.write_bytes(data[:at] + bytes([data[at] ^ 1 << chance.randrange(8)]) + data[at + 1 :])
            case 2:
                shutil.copy(entry(cache, other), file)
            case 3:
                file.write_bytes(chance.randbytes(chance.randrange(600)))
            case _:
                file.write_bytes(data + b"x")
        assert cache.get(key) is None
        missing += 1
        assert all(cache.get(one) == answers[one] for one in KEYS if one != key)
    assert missing == 300


def test_what_is_no_file_or_too_large_or_a_link_is_a_miss(cache: Cache, tmp_path: Path) -> None:
    cache.put(KEYS[0], b"one")
    os.mkfifo(entry(cache, KEYS[1]))
    entry(cache, KEYS[2]).mkdir()
    with entry(cache, KEYS[3]).open("wb") as file:
        file.truncate(LARGEST * 20)
    shutil.copy(entry(cache, KEYS[0]), tmp_path / "elsewhere")
    entry(cache, KEYS[0]).unlink()
    entry(cache, KEYS[0]).symlink_to(tmp_path / "elsewhere")
    assert [cache.get(key) for key in KEYS[:4]] == [None] * 4


def test_an_entry_that_another_user_made_is_a_miss(cache: Cache) -> None:
    cache.put(KEYS[0], b"no problem found")
    assert Cache(cache.folder, b"t" * 32).get(KEYS[0]) is None
    assert Cache(cache.folder, SECRET).get(KEYS[0]) == b"no problem found"


def test_a_folder_that_nobody_can_write_to_is_no_cache_and_no_fault(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    cache = Cache(tmp_path / "file" / "answers", SECRET)
    cache.put(KEYS[0], b"one")
    assert cache.get(KEYS[0]) is None
    cache.trim()


def test_what_was_used_longest_ago_goes_first(tmp_path: Path) -> None:
    cache = Cache(tmp_path, SECRET, size=3_000)
    for number, key in enumerate(KEYS):
        cache.put(key, b"x" * 700)
        os.utime(entry(cache, key), (1_000 + number, 1_000 + number))
    assert cache.get(KEYS[0]) is not None  # it is used now
    cache.trim()
    kept = [key for key in KEYS if entry(cache, key).exists()]
    assert kept == [KEYS[0], *KEYS[-len(kept) + 1 :]]
    assert 1 < len(kept) < 5
    assert sum(path.stat().st_size for path in tmp_path.iterdir()) <= 3_000


def test_an_answer_larger_than_all_may_be_is_not_kept(tmp_path: Path) -> None:
    cache = Cache(tmp_path, SECRET, size=100)
    cache.put(KEYS[0], b"x" * 200)
    assert not list(tmp_path.iterdir())


def test_the_users_folder_and_secret_are_made_when_they_are_first_needed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("PNP_CACHE", raising=False)
    open_cache().put(KEYS[0], b"one")
    assert open_cache().get(KEYS[0]) == b"one"
    secret = user_folder() / "secret"
    assert secret.stat().st_mode & 0o777 == 0o600
    named = open_cache(tmp_path / "elsewhere")
    assert (named.folder, named.get(KEYS[0])) == (tmp_path / "elsewhere", None)
    secret.write_bytes(b"cut off")
    assert open_cache().get(KEYS[0]) is None
    assert len(secret.read_bytes()) == 32


def test_a_secret_counts_only_if_it_is_the_users_own_file_and_secret(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever knows it could seal answers; whatever lies in its place is not waited for, nor read without end."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.delenv("PNP_CACHE", raising=False)
    secret = user_folder() / "secret"
    mine = open_cache()
    mine.put(KEYS[0], b"one")
    own = secret.read_bytes()
    for mode in (0o604, 0o620, 0o666):
        secret.write_bytes(own)
        secret.chmod(mode)
        assert open_cache().get(KEYS[0]) is None, oct(mode)
        assert (secret.stat().st_mode & 0o777, secret.read_bytes() != own) == (0o600, True)
    (tmp_path / "elsewhere").write_bytes(own)
    (tmp_path / "elsewhere").chmod(0o600)
    in_the_way: list[Callable[[], object]] = [
        lambda: os.mkfifo(secret),
        lambda: secret.symlink_to("/dev/zero"),
        lambda: secret.symlink_to(tmp_path / "elsewhere"),
        lambda: secret.write_bytes(own + b"x"),
        secret.mkdir,
    ]

    def of_somebody_else() -> None:
        secret.write_bytes(own)
        secret.chmod(0o600)
        os.chown(secret, 65534, -1)

    if os.geteuid() == 0:
        in_the_way.append(of_somebody_else)
    for put in in_the_way:
        (secret.rmdir if secret.is_dir() else secret.unlink)()
        put()
        assert open_cache().folder is None
        assert os.path.lexists(secret)


@pytest.mark.parametrize(("told", "used"), [("off", True), ("0", True), ("", False)])
def test_there_may_be_no_cache(told: str, used: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("PNP_CACHE", told)
    cache = open_cache(used=used)
    cache.put(KEYS[0], b"one")
    assert cache.get(KEYS[0]) is None
    assert not list(tmp_path.iterdir())
