"""All figures as one page that stands alone: no request leaves it, light and dark follow the reader, and it prints."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import sqrt

from msgspec import Struct

from generator.lab.answers import LabAnswer, expected
from generator.lab.answers import told as told_answer
from generator.lab.as_data import having, spread_of
from generator.lab.as_words import better_in_words, counted_components, named, plain_name, short
from generator.lab.columns import ColumnValue, CrossTable, FieldColumn, shown_value, title_of
from generator.lab.figures import GameFigures, KindFigures, MeasureFigures, Outdone, ShareTarget
from generator.lab.numbers import Counts, Curve, CurvePart, mean, summarised
from generator.lab.plots import svg
from generator.lab.plots.bars import ShareBar, share_bars
from generator.lab.plots.cost_curve import CurveSort, Spot, curve
from generator.lab.plots.heat import heat_map
from generator.lab.plots.histogram import histogram
from generator.lab.plots.svg import tag, text_of

MOST_BARS = 24  # of shares; the rest stand together
MOST_LISTED = 200  # items of a list
FAR_ENOUGH = 2  # values that make a plot worth its place


def page(games: Sequence[GameFigures]) -> str:
    """The figures of games as an HTML document."""
    title = ", ".join(game.title for game in games)
    body = [part for game in games for part in _game(game)]
    foot = [tag("footer", text_of(f"{game.title}: {game.how}.")) for game in games]
    return svg.page(f"{title}: what the decks are made of", *body, "\n", *foot)


class FigureSection(Struct, frozen=True):
    """The figures of one kind, or the questions of a game, as markup for a page."""

    id: str
    title: str
    markup: str


def sections(game: GameFigures) -> list[FigureSection]:
    """The parts of a game's page: its questions, if it has some, and its kinds."""
    telling = [kind for kind in game.kinds if kind.components]
    parts = [FigureSection(f"{game.name}-questions", "Questions", _questions(game))] if game.answers else []
    return parts + [FigureSection(f"{game.name}-{kind.name}", kind.title, _kind(game, kind)) for kind in telling]


def _game(game: GameFigures) -> Iterator[str]:
    telling = [kind for kind in game.kinds if kind.components]
    total = sum(kind.components for kind in telling)
    parts = sections(game)
    links = [tag("a", text_of(part.title), href=f"#{part.id}") for part in parts]
    intro = f"{total:,} components of {len(telling)} kinds: what the decks are made of."
    yield tag("header", tag("h1", text_of(game.title)), tag("p", intro, class_="quiet"), tag("nav", " ".join(links)))
    yield tag("main", "\n".join(part.markup for part in parts))


def _questions(game: GameFigures) -> str:
    head = ("Question", "Answer", "Expected", "")
    rows = [
        [
            text_of(answer.question.name)
            + ("<br>" + tag("span", text_of(answer.question.why), class_="quiet") if answer.question.why else ""),
            text_of(told_answer(answer)),
            text_of(expected(answer)),
            _mark(answer),
        ]
        for answer in game.answers
    ]
    return tag("section", tag("h2", "Questions"), _rows(head, rows, figures=(1, 2)), id=f"{game.name}-questions")


def _mark(answer: LabAnswer) -> str:
    if answer.holds is None:
        return ""
    return tag("span", "✓ kept", class_="kept") if answer.holds else tag("span", "✗ not kept", class_="missed")


def _rows(head: Sequence[str], rows: Sequence[Sequence[str]], figures: Sequence[int]) -> str:
    """A table; ``rows`` are markup, the columns in ``figures`` are set to the right."""

    def cell(name: str, place: int, text: str) -> str:
        own = name if text else "td"  # a heading says something
        return f"<{own}{' class=figure' if place in figures else ''}>{text}</{own}>"

    def cells(name: str, row: Sequence[str]) -> str:
        return tag("tr", *(cell(name, place, text) for place, text in enumerate(row)))

    body = "".join(cells("td", row) for row in rows)
    return tag("div", tag("table", tag("thead", cells("th", head)), tag("tbody", body)), class_="wide", tabindex=0)


def _kind(game: GameFigures, kind: KindFigures) -> str:
    columns = [_column(column, kind) for column in kind.columns]
    plots, always = ([markup for plots_of in columns for markup in plots_of[place]] for place in (0, 1))
    summary = f"{counted_components(kind)}."
    parts = [tag("h2", text_of(kind.title)), tag("p", summary, class_="quiet")]
    parts += _block("What they show", plots, "plots")
    if always:
        parts.append(tag("p", "Besides: " + "; ".join(always) + ".", class_="note"))
    parts += _block(
        "Shares against what is wanted", [_target(target) for target in kind.targets if target.total], "plots"
    )
    parts += _block("What meets what", [_table(table) for table in kind.tables], "maps")
    parts += _block(
        "Curves", [_curve(curve) for curve in kind.curves if any(p.points for p in curve.parts)], "plots large curves"
    )
    for measured in kind.measures:
        parts += _measured(measured)
    if kind.outdone is not None:
        parts += _outdone(kind.outdone)
    parts += _alike(kind)
    return tag("section", *parts, id=f"{game.name}-{kind.name}")


def _block(title: str, figures: Sequence[str], class_: str) -> list[str]:
    return [tag("h3", title), tag("div", *figures, class_=class_)] if figures else []


def _figure(title: str, note: str, plot: str, *, wide: bool = False) -> str:
    caption = tag("figcaption", tag("b", text_of(title)) + (f"<br>{text_of(note)}" if note else ""))
    return tag("figure", caption, tag("div", plot, class_="wide", tabindex=0) if wide else plot)


def _column(column: FieldColumn, kind: KindFigures) -> tuple[list[str], list[str]]:
    """A plot of a column, where it has something to show; else the column in a few words, as markup."""
    numbers, words = spread_of(column, kind)
    has = having(column, kind)
    of = "" if has == kind.components else f"on {has:,} of {kind.components:,}"
    behind = f" ({of})" if of else ""
    if column.sort == "text" or not (numbers or words):
        return [], []
    if column.tells_nothing:
        return [], [text_of(f"{column.title} has {len(column.distinct):,} different values{behind}")]
    if len(numbers) + len(words) < FAR_ENOUGH:
        return [], [text_of(f"{column.title} is always {shown_value(next(iter(column.distinct)))}{behind}")]
    if len(numbers) >= FAR_ENOUGH:
        besides = [f"{word}: {often}" for word, often in words.items()]
        note = "; ".join(part for part in (short(numbers).replace("-", "−"), of, *besides) if part)
        what = "members" if not column.single else "components"
        return [_figure(column.title, note, _histogram(numbers, column.title, what))], []
    if numbers:
        return [], []
    total, shown = sum(words.values()), list(words.items())[:MOST_BARS]
    if len(words) > MOST_BARS:
        shown.append((f"{len(words) - MOST_BARS} more", total - sum(often for _, often in shown)))
    bars = [ShareBar(word, often, often / total) for word, often in shown]
    note = "; ".join(part for part in (f"{total:,} in {len(words):,} sorts", of) if part)
    return [_figure(column.title, note, share_bars(bars, column.title))], []


def _histogram(counts: Counts, name: str, of: str) -> str:
    return histogram([(float(value), often) for value, often in counts.items()], name, of, float(mean(counts)))


def _target(target: ShareTarget) -> str:
    bars = [ShareBar(sort, count, count / target.total, float(goal) / 100) for sort, count, goal in target.shares]
    tolerance = float(target.tolerance) / 100
    far = [share.name for share in bars if abs(share.share - (share.wanted or 0)) > tolerance + 1e-9]
    verdict = f"too far off: {', '.join(far)}" if far else "all within"
    note = f"the stroke is what is wanted, the band what may be: {float(target.tolerance):g} % either way; {verdict}"
    return _figure(target.rule, note, share_bars(bars, target.rule, tolerance))


def _table(table: CrossTable) -> str:
    rows, columns = ([_typeset(value) for value in values] for values in (table.rows, table.columns))
    plot = heat_map(rows, columns, table.counts, table.down, table.across, table.of)
    return _figure(table.title, table.of, plot, wide=True)


def _typeset(value: ColumnValue) -> str:
    """A value with a true minus sign."""
    return value if isinstance(value, str) else shown_value(value).replace("-", "−")


def _curve(figures: Curve) -> str:
    sorts = [_sort(part) for part in figures.parts if part.points]
    by = plain_name(figures.by)
    title = f"{figures.y} against {figures.x}" + (f", by {by}" if by else "")
    notes = [_line_in_words(part, figures) for part in figures.parts if part.points]
    shaded = " The band is two standard deviations." if len(sorts) == 1 and sorts[0].line else ""
    return _figure(title, "; ".join(notes) + "." + shaded, curve(sorts, figures.x, figures.y))


def _line_in_words(part: CurvePart, figures: Curve) -> str:
    name = f"{part.sort or '—'}: " if figures.by else ""
    if part.line is None:
        return f"{name}no line, as all have one {figures.x}"
    explained = f"{100 * float(part.line.explained):.0f} % explained"
    return f"{name}{float(part.line.slope):+.2f} for each {figures.x}, {explained}".replace("-", "−")


def _sort(part: CurvePart) -> CurveSort:
    places: dict[tuple[Fraction, Fraction], list[str]] = {}
    counts: dict[tuple[Fraction, Fraction], int] = {}
    far = {point.id for point, _ in part.outliers}
    for point in part.points:
        names = places.setdefault((point.x, point.y), [])
        names += [point.id] if point.id in far else []
        counts[point.x, point.y] = counts.get((point.x, point.y), 0) + point.copies
    line = part.line
    spots = [
        Spot(
            float(x),
            float(y),
            counts[x, y],
            None if line is None else float(y - line.intercept - line.slope * x),
            names,
        )
        for (x, y), names in places.items()
    ]
    drawn = None if line is None else (float(line.slope), float(line.intercept), sqrt(line.variance))
    return CurveSort(part.sort, spots, drawn)


def _measured(measured: MeasureFigures) -> list[str]:
    parts, title = measured.rows, measured.title
    if not parts:
        return [tag("h3", text_of(title)), tag("p", "No item has it.", class_="quiet")]
    rows = []
    for name, counts in parts:
        summary = summarised(counts)
        middle = [f"{figure:.2f}".replace("-", "−") for figure in (float(summary.mean), sqrt(summary.variance))]
        ends = [_typeset(value) for value in (summary.lowest, summary.quartiles[1], summary.highest)]
        rows.append([text_of(name), f"{summary.count:,}", *middle, *ends])
    head = [plain_name(measured.by), "number", "mean", "±", "lowest", "median", "highest"]
    extremes = [
        f"{what}: " + ", ".join(f"{name} {_typeset(value)}" for name, value in items)
        for what, items in (("most", measured.best), ("least", measured.worst))
    ]
    figures = [_histogram(parts[0][1], title, "components")] if len(parts[0][1]) >= FAR_ENOUGH else []
    table = _rows([text_of(word) for word in head], rows, figures=range(1, 7))
    listed = tag("p", text_of("; ".join(extremes) + "."), class_="note")
    plots = [tag("figure", figure) for figure in figures]
    return [tag("h3", text_of(title)), tag("div", tag("div", table, listed), *plots, class_="plots large")]


def _outdone(outdone: Outdone) -> list[str]:
    intro = f"Better is {better_in_words(outdone)}; {outdone.compared} were compared by these numbers alone."
    lines = [f"{name}: by {named(others)}" for name, others in outdone.items.items()]
    title = f"Outdone: {len(lines)}" if lines else "Outdone: none"
    return [tag("h3", title), tag("p", text_of(intro), class_="quiet"), *_list(lines)]


def _alike(kind: KindFigures) -> list[str]:
    parts = []
    if kind.twins:
        parts += [tag("h3", "The same but for name and looks"), *_list([named(names) for names in kind.twins])]
    if kind.near_twins:
        pairs = [
            f"{named(pair.one)} and {named(pair.other)}: "
            f"{title_of(pair.path)} {' or '.join(map(_typeset, pair.values))}"
            for pair in kind.near_twins
        ]
        parts += [tag("h3", "Near twins: one number apart"), *_list(pairs)]
    return parts


def _list(lines: Sequence[str]) -> list[str]:
    if not lines:
        return []
    shown = [tag("li", text_of(line)) for line in lines[:MOST_LISTED]]
    if len(lines) > MOST_LISTED:
        shown.append(tag("li", f"… and {len(lines) - MOST_LISTED:,} more"))
    return [tag("ul", *shown)]
