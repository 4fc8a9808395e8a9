"""All figures in words, for a terminal or a pipe: tables with aligned digits, bars of plain blocks."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import sqrt
from textwrap import fill

from generator.lab.answers import LabAnswer, expected
from generator.lab.answers import told as told_answer
from generator.lab.as_data import having, spread_of
from generator.lab.columns import CrossTable, FieldColumn, shown_value, title_of
from generator.lab.figures import GameFigures, KindFigures, MeasureFigures, Outdone, ShareTarget
from generator.lab.numbers import Counts, Curve, summarised
from generator.lab.telling import percent
from generator.lab.twins import RULE_TEXT

BAR = 32  # characters of the longest bar
MOST_LINES = 40  # values of a column
MOST_WORDS = 24  # of a column; the rest stand together
MOST_NAMED = 8  # items of a list
WIDE = 100  # characters of a line
MOST_ACROSS = 20  # columns of a table; wider ones are on the page and in JSON


def told(game: GameFigures) -> list[str]:
    """The figures of a game, a line each."""
    title = f"{game.title} ({game.name})"
    lines = [title, "=" * len(title), game.how]
    for kind in game.kinds:
        lines += ["", *_kind(kind)]
    if game.answers:
        lines += ["", "Questions", "---------", *_answers(game.answers)]
    for language, words in game.rare.items():
        near = [str(word) for word in words if word.near]
        lines += ["", f"Words used once, {language}: {len(words):,}"]
        lines += _first([*near, *fill(", ".join(word.word for word in words if not word.near), WIDE).splitlines()])
    return lines


def _kind(kind: KindFigures) -> Iterator[str]:
    yield f"{kind.title} ({kind.name}): {counted_components(kind)}"
    for column in kind.columns:
        yield from _column(column, kind)
    for target in kind.targets:
        yield from _target(target)
    for table in kind.tables:
        yield from _table(table)
    for measured in kind.measures:
        yield from _measured(measured)
    for curve in kind.curves:
        yield from _curve(curve)
    if kind.outdone is not None:
        yield from _outdone(kind.outdone)
    yield from _alike(kind)


def counted_components(kind: KindFigures) -> str:
    """How many components there are, and of how many different items."""
    if kind.components == kind.items:
        parts = [f"{kind.components:,} component" + ("s, all different" if kind.components != 1 else "")]
    else:
        parts = [f"{kind.components:,} components", f"{kind.items:,} different"]
    return ", ".join(parts + ([f"{kind.kept_out:,} kept out of print"] if kind.kept_out else []))


def _column(column: FieldColumn, kind: KindFigures) -> Iterator[str]:
    numbers, words = spread_of(column, kind)
    has = having(column, kind)
    of = "" if has == kind.components else f", on {has:,} of {kind.components:,}"
    if column.sort == "text":
        if of and has and column.path.rpartition(".")[2] == RULE_TEXT:
            yield from ("", f"  {column.title}: a text{of}")
        return
    if not numbers and not words:
        return
    yield ""
    if column.tells_nothing and not numbers:
        yield f"  {column.title}: {len(words):,} different words{of}"
    elif len(column.distinct) == 1:
        yield f"  {column.title}: always {shown_value(next(iter(column.distinct)))}{of}"
    elif numbers:
        yield f"  {column.title}: {short(numbers)}{of}"
        lines = [(shown_value(value), often) for value, often in numbers.items()]
        yield from _bars(lines + [(shown_value(word), often) for word, often in words.items()], column)
    else:
        yield f"  {column.title}: {sum(words.values()):,} in {len(words):,} sorts{of}"
        lines = [(shown_value(word), often) for word, often in words.items()]
        if more := lines[MOST_WORDS:]:
            lines[MOST_WORDS:] = [(f"{len(more):,} more", sum(often for _, often in more))]
        yield from _bars(lines, column)


def short(counts: Counts) -> str:
    """Numbers in a line: from where to where, mean and standard deviation, quartiles."""
    summary = summarised(counts)
    low, median, high = (shown_value(value) for value in summary.quartiles)
    ends = f"{shown_value(summary.lowest)} to {shown_value(summary.highest)}"
    return f"{ends}, mean {float(summary.mean):.2f} ± {sqrt(summary.variance):.2f}, quartiles {low} · {median} · {high}"


def _bars(values: Sequence[tuple[str, int]], column: FieldColumn) -> Iterator[str]:
    """A line a value: how often, its share, a bar. Where there are very many values, none."""
    if len(values) > MOST_LINES or (column.names_items and len(values) > MOST_WORDS):
        return
    total, most = sum(often for _, often in values), max(often for _, often in values)
    wide = max(len(name) for name, _ in values)
    digits = len(f"{total:,}")
    for name, often in values:
        bar = "█" * round(often * BAR / most)
        number = name.rjust(wide) if column.sort == "number" else name.ljust(wide)
        yield f"    {number}  {often:>{digits},}  {_percent(Fraction(often, total)):>7}  {bar}".rstrip()


def _percent(share: Fraction) -> str:
    return percent(share).partition(" (")[0]


def _target(target: ShareTarget) -> Iterator[str]:
    if not target.total:
        return
    yield from ("", f"  {target.rule}: shares wanted, give or take {_hundredths(target.tolerance)}")
    wide = max(len(sort) for sort, _, _ in target.shares)
    for sort, count, goal in target.shares:
        share = Fraction(100 * count, target.total)
        bar = _against("█" * round(share * BAR / 100), round(goal * BAR / 100))
        gap = f"{float(share - goal):+.1f}"
        wish = f"{_hundredths(goal):>4} wanted"
        far = "  !" if abs(share - goal) > target.tolerance else ""
        yield f"    {sort:<{wide}}  {_percent(share / 100):>7}  {wish}  {gap:>5}  {bar}{far}".rstrip()


def _against(bar: str, goal: int) -> str:
    """A bar with a stroke where it is wanted to end."""
    line = list(bar.ljust(goal + 1))
    line[goal] = "┃" if len(bar) <= goal else "▌"
    return "".join(line)


def _hundredths(value: Fraction) -> str:
    return f"{float(value):g} %"


def _table(table: CrossTable) -> Iterator[str]:
    if len(table.columns) > MOST_ACROSS:
        return
    names = [shown_value(value) for value in table.columns]
    rows = [shown_value(value) for value in table.rows]
    first = max(len(table.down), *(len(name) for name in rows))
    sums = [sum(row) for row in table.counts]
    cell = [max(len(name), *(len(f"{row[place]:,}") for row in table.counts)) for place, name in enumerate(names)]
    if first + sum(cell) + 2 * len(cell) > WIDE:
        return
    yield from ("", f"  {table.title}: {table.of}")
    yield f"    {'':<{first}}  " + "  ".join(f"{name:>{wide}}" for name, wide in zip(names, cell, strict=True))
    for name, row, total in zip(rows, table.counts, sums, strict=True):
        if total:
            digits = (f"{count or '·':>{wide}}" for count, wide in zip(row, cell, strict=True))
            yield f"    {name:<{first}}  " + "  ".join(digits)


def _measured(measured: MeasureFigures) -> Iterator[str]:
    yield from ("", f"  {measured.title}" + (f", by {by}" if (by := plain_name(measured.by)) else ""))
    rows = measured.rows
    if not rows:
        yield "    no item has it"
        return
    wide = max(len(name) for name, _ in rows)
    yield f"    {'':<{wide}}  {'number':>6}  {'mean':>7}  {'±':>6}  {'lowest':>7}  {'median':>7}  {'highest':>7}"
    for name, counts in rows:
        stats = summarised(counts)
        figures = [float(value) for value in (stats.lowest, stats.quartiles[1], stats.highest)]
        ends = "  ".join(f"{figure:>7.2f}" for figure in figures)
        yield f"    {name:<{wide}}  {stats.count:>6,}  {float(stats.mean):>7.2f}  {sqrt(stats.variance):>6.2f}  {ends}"
    for what, ends_of in (("most", measured.best), ("least", measured.worst)):
        yield f"    {what}: " + ", ".join(f"{name} {shown_value(value)}" for name, value in ends_of)


def plain_name(expression: str | None) -> str:
    """An expression that is a field's name, as such; nothing for others, which say little to a reader."""
    return expression if expression and expression.isidentifier() else ""


def _curve(curve: Curve) -> Iterator[str]:
    by = f", by {plain_name(curve.by)}" if plain_name(curve.by) else ""
    yield from ("", f"  {curve.y} against {curve.x}{by}")
    for part in curve.parts:
        name = f"{part.sort}: " if curve.by else ""
        if part.line is None:
            yield f"    {name}no line: all {len(part.points)} have the same {curve.x}"
            continue
        line = part.line
        slope, start = f"{float(line.slope):.2f}", f"{float(abs(line.intercept)):.2f}"
        sign = "+" if line.intercept >= 0 else "-"
        yield (
            f"    {name}{curve.y} = {slope} × {curve.x} {sign} {start} ± {sqrt(line.variance):.2f},"
            f" {_percent(line.explained)} explained, {len(part.points)} items"
        )
        for point, residual in part.outliers[:MOST_NAMED]:
            place = f"{curve.x} {shown_value(point.x)}, {curve.y} {shown_value(point.y)}"
            yield f"      far off: {point.id} ({place}), {float(residual):+.2f}"
        if len(part.outliers) > MOST_NAMED:
            yield f"      … and {len(part.outliers) - MOST_NAMED} more"


def better_in_words(outdone: Outdone) -> str:
    """What counts as better, and what has to agree."""
    ways = [f"{way} {name}" for name, way in outdone.better.items() if way != "same"]
    same = [name for name, way in outdone.better.items() if way == "same"]
    words = ", ".join(ways) + (f" at the same {', '.join(same)}" if same else "")
    return words + (" (taken for granted; lab.yaml can say otherwise)" if outdone.guessed else "")


def _outdone(outdone: Outdone) -> Iterator[str]:
    yield from (
        "",
        f"  outdone: {len(outdone.items)} of {outdone.compared} compared; better is {better_in_words(outdone)}",
    )
    yield from _first([f"{name}: by {named(others)}" for name, others in outdone.items.items()])


def _first(lines: Sequence[str], more: str = "more") -> Iterator[str]:
    """The first few of several lines, and how many more there are."""
    yield from (f"    {line}" for line in lines[:MOST_NAMED])
    if len(lines) > MOST_NAMED:
        yield f"    … and {len(lines) - MOST_NAMED} {more}"


def named(names: Sequence[str]) -> str:
    """The first few of several items."""
    more = f" and {len(names) - 3} more" if len(names) > 3 else ""
    return ", ".join(names[:3]) + more


def _alike(kind: KindFigures) -> Iterator[str]:
    if kind.twins:
        yield from ("", "  the same but for name and looks")
        yield from _first([named(names) for names in kind.twins], "more groups")
    if kind.near_twins:
        yield from ("", "  near twins: one number apart")
        pairs = [
            f"{named(one.one)} and {named(one.other)}: {title_of(one.path)} {', '.join(map(shown_value, one.values))}"
            for one in kind.near_twins
        ]
        yield from _first(pairs, "more pairs")


def _answers(answers: Sequence[LabAnswer]) -> Iterator[str]:
    wide = max(len(answer.question.name) for answer in answers)
    for answer in answers:
        yield f"  {answer.question.name:<{wide}}  {told_answer(answer):>16}  {verdict(answer)}".rstrip()


def verdict(answer: LabAnswer) -> str:
    """What was expected, and whether it came."""
    limits = expected(answer)
    return f"{limits} expected: {'kept' if answer.holds else 'NOT KEPT'}" if limits else ""
