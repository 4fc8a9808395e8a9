"""Path data: what each command draws, and what malformed data says."""

import math
import random
import re
import time
from unittest import mock

import pytest
from each import each
from hypothesis import given, settings
from hypothesis import strategies as st
from tries import tries

from generator.draw.marks.marks import Outline
from generator.draw.svg.path import numbers, parse_path

ARITIES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}


@each(
    ("data", "steps"),
    [
        ("", ()),
        (" \n", ()),
        ("M1 2", (("M", 1, 2),)),
        ("M1 2 3 4 5 6", (("M", 1, 2), ("L", 3, 4), ("L", 5, 6))),
        ("m1 2 3 4m1 1", (("M", 1, 2), ("L", 4, 6), ("M", 5, 7))),
        ("M1,2L3,4", (("M", 1, 2), ("L", 3, 4))),
        ("M 1 , 2 L3 ,4", (("M", 1, 2), ("L", 3, 4))),
        ("M.5.5-1-.5L+1e1 2E-1", (("M", 0.5, 0.5), ("L", -1, -0.5), ("L", 10, 0.2))),
        ("M1 1H5 6V7h-1v-2", (("M", 1, 1), ("L", 5, 1), ("L", 6, 1), ("L", 6, 7), ("L", 5, 7), ("L", 5, 5))),
        ("M1 1C2 2 3 3 4 1", (("M", 1, 1), ("C", 2, 2, 3, 3, 4, 1))),
        ("M1 1c1 1 2 2 3 0 1 0 1 0 1 1", (("M", 1, 1), ("C", 2, 2, 3, 3, 4, 1), ("C", 5, 1, 5, 1, 5, 2))),
        ("M0 0C0 1 1 1 1 0S2 -1 2 0", (("M", 0, 0), ("C", 0, 1, 1, 1, 1, 0), ("C", 1, -1, 2, -1, 2, 0))),
        ("M1 0s1 1 1 0s1 1 1 0", (("M", 1, 0), ("C", 1, 0, 2, 1, 2, 0), ("C", 2, -1, 3, 1, 3, 0))),
        ("M0 0C0 1 1 1 1 0L2 0S3 1 3 0", (("M", 0, 0), ("C", 0, 1, 1, 1, 1, 0), ("L", 2, 0), ("C", 2, 0, 3, 1, 3, 0))),
        ("M0 0Q3 3 6 0", (("M", 0, 0), ("C", 2, 2, 4, 2, 6, 0))),
        ("M0 0q3 3 6 0t6 0", (("M", 0, 0), ("C", 2, 2, 4, 2, 6, 0), ("C", 8, -2, 10, -2, 12, 0))),
        ("M0 0T3 3", (("M", 0, 0), ("C", 0, 0, 1, 1, 3, 3))),
        ("M1 2l1 0zl0 5", (("M", 1, 2), ("L", 2, 2), ("Z",), ("M", 1, 2), ("L", 1, 7))),
        ("M1 2L3 4ZzM0 0", (("M", 1, 2), ("L", 3, 4), ("Z",), ("M", 0, 0))),
        ("M0 0A0 5 0 0 1 3 4", (("M", 0, 0), ("L", 3, 4))),
        ("M3 4A5 5 0 0 1 3 4", (("M", 3, 4),)),
    ],
)
def test_each_command_becomes_absolute_steps(data: str, steps: Outline) -> None:
    found = parse_path(data)
    assert [step[0] for step in found] == [step[0] for step in steps]
    assert [n for step in found for n in step[1:]] == pytest.approx([n for step in steps for n in step[1:]])


@each(
    ("data", "words"),
    [
        ("L1 1", "not with M"),
        ("1 2", "not with M"),
        ("x", "not with M"),
        (",M1 2", "not with M"),
        ("M", "2 numbers at a time, but has 0"),
        ("M1", "2 numbers at a time, but has 1"),
        ("M1 2C1 2 3 4 5", "6 numbers at a time, but has 5"),
        ("M1 2z3", "no numbers, but has 1"),
        ("M1 2 3,,4", "',,' is not a number"),
        ("M1 2,L3 4", "a comma is before or after"),
        ("M,1 2", "a comma is before or after"),
        ("M1 2px", "'px' is not a number"),
        ("M1 inf", "'inf' is not a number"),
        ("M1_0 2", "'_' is not a number"),
        ("M1 2L3 e4", "'e' is not a number"),
        ("M1 --2", "'-' is not a number"),
        ("M١ 2", "is not a number"),
        ("M1 2B3 4", "'B' is not a number"),
        ("M1e400 2", "beyond"),
        ("M1000001 2", "beyond"),
        ("M0 0A1 1 0 2 0 3 4", "a flag is 0 or 1"),
        ("M0 0A1 1 0 0 0 3", "is not an arc's"),
        ("M0 0A1 1 0 0 0 3 4,", "comma"),
    ],
)
def test_malformed_data_says_what_is_wrong(data: str, words: str) -> None:
    with pytest.raises(ValueError, match=re.escape(words)):
        parse_path(data)


def test_arc_flags_may_touch_what_follows_them() -> None:
    assert parse_path("M0 0a5 5 0 0110-2.5.5 5 0 00-10 2.5") == parse_path("M0 0a5 5 0 0 1 10 -2.5 .5 5 0 0 0 -10 2.5")


@pytest.mark.parametrize("large", [0, 1])
@pytest.mark.parametrize("sweep", [0, 1])
def test_arcs_lie_on_their_ellipse(large: int, sweep: int) -> None:
    # An ellipse around (20, 10), radii 8 and 4, turned by 30 degrees; from angle 0.3 to angle 2.0 on it, or the
    # long way round, or along the twin ellipse on the other side of the chord.
    cos, sin = math.cos(math.radians(30)), math.sin(math.radians(30))

    def at(t: float) -> tuple[float, float]:
        x, y = 8 * math.cos(t), 4 * math.sin(t)
        return 20 + cos * x - sin * y, 10 + sin * x + cos * y

    (x1, y1), (x2, y2) = at(0.3), at(2.0)
    path = parse_path(f"M{x1} {y1}A8 4 30 {large} {sweep} {x2} {y2}")
    centre_x, centre_y = (20.0, 10.0) if large != sweep else (x1 + x2 - 20, y1 + y2 - 10)
    turned = 0.0
    previous: tuple[float, float] = (x1, y1)
    last = None
    for step in path[1:]:
        for t in [n / 8 for n in range(9)]:
            x, y = bezier((*previous, *step[1:]), t)
            dx, dy = x - centre_x, y - centre_y
            u, v = (cos * dx + sin * dy) / 8, (cos * dy - sin * dx) / 4
            assert math.hypot(u, v) == pytest.approx(1, abs=3e-4)
            angle = math.atan2(v, u)
            if last is not None:
                turned += (angle - last + math.pi) % (2 * math.pi) - math.pi
            last = angle
        previous = (step[-2], step[-1])
    assert previous == (x2, y2)
    assert turned == pytest.approx((2 * math.pi - 1.7 if large else 1.7) * (1 if sweep else -1))


def test_radii_that_are_too_small_grow_until_they_reach() -> None:
    small, right = parse_path("M0 0A1 1 0 0 1 10 0"), parse_path("M0 0A5 5 0 0 1 10 0")
    assert [n for step in small for n in step[1:]] == pytest.approx([n for step in right for n in step[1:]], abs=1e-9)
    assert small[1][-2:] == pytest.approx((5, -5))


def bezier(p: tuple[float, ...], t: float) -> tuple[float, float]:
    a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
    return a * p[0] + b * p[2] + c * p[4] + d * p[6], a * p[1] + b * p[3] + c * p[5] + d * p[7]


coordinate = st.floats(-1000, 1000).map(lambda value: round(value, 3))
steps = st.one_of(st.tuples(st.just("L"), coordinate, coordinate), st.tuples(st.just("C"), *[coordinate] * 6))
subpath = st.tuples(
    st.tuples(st.just("M"), coordinate, coordinate), st.lists(steps, max_size=6), st.sampled_from([(), (("Z",),)])
).map(lambda parts: (parts[0], *parts[1], *parts[2]))
paths = st.lists(subpath, max_size=4).map(lambda parts: tuple(step for part in parts for step in part))
separators = st.sampled_from([" ", ",", "\n", "  ", " , "])


@given(paths, separators)
@settings(max_examples=tries(40))
def test_absolute_steps_survive_being_written(path: Outline, separator: str) -> None:
    text = " ".join(step[0] + separator.join(map(repr, step[1:])) for step in path)
    assert parse_path(text) == path


@st.composite
def commands(draw: st.DrawFn) -> list[tuple[str, list[float]]]:
    found = [("M", [draw(coordinate), draw(coordinate)])]
    for name in draw(st.lists(st.sampled_from("MLHVCSQTAZ"), max_size=8)):
        values = [draw(coordinate) for _ in range(ARITIES[name])]
        if name == "A":
            values[3:5] = [float(draw(st.booleans())), float(draw(st.booleans()))]
        found.append((name, values))
    return found


def written(name: str, values: list[float]) -> str:
    return name + " ".join(
        f"{value:g}" if name in "Aa" and i in (3, 4) else repr(value) for i, value in enumerate(values)
    )


@given(commands())
@settings(max_examples=tries(50))
def test_relative_commands_draw_what_absolute_ones_do(found: list[tuple[str, list[float]]]) -> None:
    absolute, relative = "", ""
    x = y = start_x = start_y = 0.0
    for name, values in found:
        absolute += written(name, values)
        across = {"H": [x], "V": [y], "A": [0, 0, 0, 0, 0, x, y]}.get(name, [x, y] * 3)[: len(values)]
        moved = [value - origin for value, origin in zip(values, across, strict=True)]
        relative += written(name.lower(), moved)
        if name == "Z":
            x, y = start_x, start_y
        elif name == "H":
            x = values[0]
        elif name == "V":
            y = values[0]
        else:
            x, y = values[-2:]
        if name == "M":
            start_x, start_y = x, y
    one, other = parse_path(absolute), parse_path(relative)
    assert [step[0] for step in one] == [step[0] for step in other]
    assert [n for step in one for n in step[1:]] == pytest.approx([n for step in other for n in step[1:]], abs=1e-5)


@given(st.text(alphabet="MLCAZmlaz0123456789.,-+eE \n", max_size=40))
def test_any_text_is_a_path_or_a_value_error(text: str) -> None:
    try:
        path = parse_path(text)
    except ValueError:
        return
    assert not path or path[0][0] == "M"
    assert all(math.isfinite(value) for step in path for value in step[1:])


@given(st.text(alphabet="MLCAZSQhvmlaz0123456789.- ", max_size=60))
def test_the_quick_way_to_read_numbers_gives_what_the_careful_one_does(text: str) -> None:
    def said() -> Outline | str:
        try:
            return parse_path("M1 2" + text)
        except ValueError as error:
            return str(error)

    quick = said()
    with mock.patch("generator.draw.svg.path._spaced_numbers", numbers):
        assert said() == quick


@given(commands(), st.randoms(use_true_random=False))
@settings(max_examples=tries(50))
def test_a_path_is_what_a_plain_reader_makes_of_it(found: list[tuple[str, list[float]]], chance: random.Random) -> None:
    text = ""
    for name, values in found:
        if name != "A":
            letter = name if chance.random() < 0.7 else name.lower()
            text += written(letter, values * (1 if name == "Z" else chance.choice([1, 1, 2])))
    assert parse_path(chance.choice([text, text.replace(" -", "-"), text.replace(" ", ",")])) == plainly_read(text)


def plainly_read(text: str) -> Outline:
    """The steps of well-formed data without arcs, one set of numbers after the other."""
    made: list[tuple[str | float, ...]] = []
    x = y = start_x = start_y = 0.0
    control: tuple[str, float, float] = ("", 0.0, 0.0)  # of the curve before: its sort, and its last control point
    for letter, behind in re.findall("([A-Za-z])([^A-Za-z]*)", text):
        name = letter.upper()
        values = list(map(float, behind.split()))
        for start in range(0, max(len(values), 1), max(ARITIES[name], 1)):
            across = {"H": [x], "V": [y]}.get(name, [x, y] * 3)[: ARITIES[name]]
            given = values[start : start + ARITIES[name]]
            at = given if letter == name else [origin + value for origin, value in zip(across, given, strict=True)]
            if name != "Z" and name != "M" and made[-1] == ("Z",):
                made.append(("M", x, y))
            ahead = 2 * x - control[1], 2 * y - control[2]
            if name == "Z":
                made += [] if made[-1] == ("Z",) else [("Z",)]
                x, y = start_x, start_y
            elif name == "M" and start == 0:
                x, y = start_x, start_y = at
                made.append(("M", x, y))
            elif name in "MLHV":
                x, y = (at[0], y) if name == "H" else (x, at[0]) if name == "V" else at
                made.append(("L", x, y))
            elif name in "CS":
                first = at[:2] if name == "C" else ahead if control[0] == "C" else (x, y)
                made.append(("C", *first, *at[-4:]))
                control = ("C", at[-4], at[-3])
                x, y = at[-2:]
            else:
                bend = at[:2] if name == "Q" else ahead if control[0] == "Q" else (x, y)
                end_x, end_y = at[-2:]
                raised = [end + 2 * (to - end) / 3 for to, end in zip(bend, (x, y), strict=True)]
                made.append(
                    ("C", *raised, *[end + 2 * (to - end) / 3 for to, end in zip(bend, at[-2:], strict=True)], *at[-2:])
                )
                control = ("Q", bend[0], bend[1])
                x, y = end_x, end_y
            if name not in "CSQT":
                control = ("", 0.0, 0.0)
    return tuple(made)


@pytest.mark.parametrize("data", ["M0 0a" + "1" * 100_000, "M" + " " * 100_000 + "x", "M1 2 " + "1" * 100_000 + "x"])
def test_hostile_data_is_refused_at_once(data: str) -> None:
    start = time.process_time()
    with pytest.raises(ValueError, match="not"):
        parse_path(data)
    assert time.process_time() - start < 1


def test_lists_of_numbers_may_be_glued_where_it_is_clear() -> None:
    assert numbers(" 1-2+3.4.5e1 , 6\n") == [1, -2, 3.4, 5, 6]
    assert numbers(" ") == []
