"""A test of many small cases as one test: a case costs a call, where each case of `pytest.mark.parametrize` is collected and reported.

What takes long, or wants fixtures that it changes (`monkeypatch`, `capsys`, `project`), stays with `parametrize`.
"""

import inspect
from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from typing import Any

import pytest

Test = Callable[..., None]


def each(
    names: str | Sequence[str], cases: Iterable[Any] | Callable[[], Iterable[Any]], *, kept: int = 0
) -> Callable[[Test], Test]:
    """Call a test with each case in turn, and fail at the end with all that failed, each with its values.

    Args:
        names: as those of `pytest.mark.parametrize`.
        cases: likewise; or what gives them when the test runs, where that takes a while. None at all is a failure.
        kept: how many of them, spread over all, are for `make test`, where all are slow. 0: all are.

    A case that asks for ``tmp_path`` has a folder to itself.
    """
    keys = [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)

    def looped(test: Test) -> Test:
        @wraps(test)
        def all_of_them(*, few: bool = False, **fixtures: Any) -> None:
            failed: list[BaseException] = []
            number, every = 0, list(cases() if callable(cases) else cases)
            for number, case in enumerate(every[:: len(every) // kept] if few else every, start=1):
                values = dict(zip(keys, case if len(keys) > 1 else (case,), strict=True))
                if "tmp_path" in fixtures:
                    folder = fixtures["tmp_path"] / str(number)
                    folder.mkdir()
                    values["tmp_path"] = folder
                try:
                    test(**{**fixtures, **values})
                except (Exception, pytest.fail.Exception) as fault:  # noqa: BLE001 - shown below
                    fault.add_note(f"case {number}: {values!r:.300}")
                    failed.append(fault)
            assert number, "there is no case to try"
            if failed:
                raise BaseExceptionGroup(f"{len(failed)} of {number} cases fail", failed)

        signature = inspect.signature(test)
        left = [parameter for name, parameter in signature.parameters.items() if name not in keys]
        how_many = [inspect.Parameter("few", inspect.Parameter.KEYWORD_ONLY)] if kept else []
        all_of_them.__signature__ = signature.replace(parameters=left + how_many)  # type: ignore[attr-defined]
        del all_of_them.__wrapped__
        parts = [pytest.param(True, id="some"), pytest.param(False, marks=pytest.mark.slow, id="all")]
        return pytest.mark.parametrize("few", parts)(all_of_them) if kept else all_of_them

    return looped
