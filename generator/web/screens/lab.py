"""The lab: what decks are made of, what ``lab.yaml`` expects of them, and questions put together of their values."""

import re
import shlex
from collections.abc import Mapping
from typing import Any, NamedTuple

from generator.core.folders import Project
from generator.core.problem import NotFound, Refusal, has_errors, require_sound
from generator.lab.answers import LabAnswer, OneGame, expected, told, tried_lab
from generator.lab.as_page import FigureSection, sections
from generator.lab.ask import all_questions, ask
from generator.lab.deck import SPREAD
from generator.lab.figures import GameFigures, figures
from generator.lab.plots.bars import ShareBar, share_bars
from generator.lab.plots.heat import heat_map
from generator.lab.question import HELD, Answer, Question, Value, ValueShape, given_of, parts_of
from generator.lab.simulation.playable import kin_of
from generator.lab.telling import chances_in, told_chance
from generator.model.game import Game
from generator.web.latest import LatestAnswers
from generator.web.screens import Response, Tab, WorkshopRequest, get

SITE = True
TABS = [Tab("lab", "lab", 50, under="try", needs="decks")]


@get("/{game}/lab", only=("kind",))
def lab(request: WorkshopRequest) -> Response:
    """The page; of a game with errors, that they come first."""
    game, kind = request.game, request.text("kind")
    sound = not has_errors(request.checked.problems)
    parts, first = _sections(request) if sound else ([], None)
    if kind is not None:
        parts = [part for part in parts if part.id in (f"{game.name}-questions", f"{game.name}-{kind}")]
    return request.page(
        "lab.html",
        sound=sound,
        parts=parts,
        first=first,
        asks=(game.folder / "lab.yaml").exists(),
    )


class FirstPlot(NamedTuple):
    """The plot that a game's page begins with."""

    plot: str  # markup
    title: str
    answer: LabAnswer | None = None  # that it is of, else it is of a deck
    says: str = ""  # the answer in words
    expects: str = ""


def _sections(request: WorkshopRequest) -> tuple[list[FigureSection], FirstPlot | None]:
    """The figures and the first plot, worked out once after each change."""
    cached: LatestAnswers[tuple[list[FigureSection], FirstPlot | None]] = request.state.figures
    with request.turn:
        game, tongue = request.game, request.tongue

        def work_out() -> tuple[list[FigureSection], FirstPlot | None]:
            all_figures = figures(game, tried_lab(game)[0], language=tongue)
            parts = sections(all_figures)
            return parts, _first_plot(game, all_figures, parts)

        return cached.of((request.workshop.number(game.name), game.name, tongue), work_out)


def _first_plot(game: Game, all_figures: GameFigures, parts: list[FigureSection]) -> FirstPlot | None:
    """The first of the game's own questions whose answer can be drawn; else the first plot of a deck."""
    for answer in all_figures.answers:
        asked = answer.question
        if asked.asks != SPREAD and answer.figure is not None:
            plots = _plots(ask(asked.asks, asked.given, OneGame(game), game.folder.parent, game.folder))
            if plots:
                return FirstPlot(plots[0][1], asked.name, answer, told(answer), expected(answer))
    for part in parts:
        figure = re.search(r"<figure>(?:<figcaption>(.*?)</figcaption>)(.*?)</figure>", part.markup, re.S)
        if figure:
            return FirstPlot(figure[2], f"{part.title}: {re.sub('<[^>]*>', ' ', figure[1]).strip()}")
    return None


class FormField(NamedTuple):
    """A value of a question, as a form asks for it."""

    name: str
    value: Value
    shape: ValueShape
    text: str  # what was entered
    parts: Mapping[str, str]
    ids: tuple[tuple[str, str], ...]  # that can be named, with what they are called


@get("/{game}/lab/odds", only=())
def questions(request: WorkshopRequest) -> Response:
    """The questions that can be asked of a game."""
    listed = [(name, question.about) for name, question in _questions_of(request.game).items()]
    return request.page("lab_questions.html", questions=listed)


@get("/{game}/lab/odds/{question:path}")
def question(request: WorkshopRequest) -> Response:
    """One question, and its answer."""
    name, game = request.path["question"], request.game
    questions = _questions_of(game)
    if name not in questions:
        raise NotFound(f"there is no question {name[:60]!r} about {game.name}; known: {', '.join(questions)}")
    chosen = questions[name]
    parts = {f"{value}.{part}" for value, each in chosen.values.items() for part in (*each.shape.parts, "how")}
    request.only(*chosen.values, *parts)
    query = {key: request.text(key) or "" for key in request.http.query_params}
    answer, refusal = None, ""
    if given_of(chosen, query) or not any(value.required for value in chosen.values.values()):
        try:
            arguments = request.workshop.project, game.folder.name, name, given_of(chosen, query)
            answer = request.errand(answered, *arguments)
        except Refusal as error:
            refusal = str(error)
    return request.page(
        "lab_question.html",
        name=name,
        about=chosen.about,
        fields=[_field(game, key, value, query) for key, value in chosen.values.items()],
        kinds=[(kind.name, kind.title.in_language(request.tongue, game.language)) for kind in _decks(game)],
        names=sorted({name for kind in _decks(game) for name in kind.fields}),
        command=shlex.join(["pnp", "odds", name, *given_of(chosen, query), "--game", game.name]),
        answer=answer,
        chance=told_chance(answer) if answer else "",
        plots=_plots(answer) if answer else [],
        refusal=refusal,
        held=HELD,
    )


def answered(progress: Any, project: Project, game: str, name: str, arguments: list[str]) -> Answer:  # noqa: ARG001 - an errand
    """The answer to a question about a game; an errand.

    Raises:
        Refusal: it cannot be answered.
    """
    from generator.model.load import load_game

    loaded, problems = load_game(project.game_folder(game), f"{project.data.as_posix()}/{game}")
    require_sound(sorted(problems), "nothing was worked out")
    return ask(name, arguments, OneGame(loaded), project.data)


def _questions_of(game: Game) -> Mapping[str, Question]:
    """The questions about any game, and those about this one, or about the one that it was made from."""
    return all_questions(game.folder.parent, kin_of(game))


def _decks(game: Game) -> list[Any]:
    return [kind for kind in game.kinds.values() if not kind.prose and kind.items]


def _field(game: Game, name: str, value: Value, query: Mapping[str, str]) -> FormField:
    shape = value.shape
    items = game.kinds[shape.ids_of].items if shape.ids_of in game.kinds else []
    ids = tuple((item.id, item.called(game.language, game.language)) for item in items)
    return FormField(name, value, shape, query.get(name, ""), parts_of(value, name, query), ids)


def _plots(answer: Answer) -> list[tuple[str, str]]:
    """Plots of an answer: what each shows, and its markup."""
    plots = []
    for bars in chances_in(answer):
        drawn = [ShareBar(_typeset(name), None, float(chance)) for name, chance in bars.chances]
        plots.append((bars.name, share_bars(drawn, bars.name or "chance")))
    table = answer.table
    if table is not None:
        plots.append((table.of, heat_map(table.rows, table.columns, table.cells, table.down, table.across, table.of)))
    return plots


def _typeset(name: str) -> str:
    """A number with a true minus sign."""
    return f"−{name[1:]}" if name.startswith("-") else name
