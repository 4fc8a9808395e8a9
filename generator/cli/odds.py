"""``pnp odds`` and ``pnp stats``."""

import json
import textwrap
from collections.abc import Mapping
from pathlib import Path

from generator.cli.lab_commands import FigureOptions, QuestionOptions
from generator.cli.plots import write_plots, write_plots_of
from generator.cli.reporting import say, tell
from generator.core.atomic import write_whole
from generator.core.folders import Project
from generator.core.problem import NotFound, require_sound
from generator.lab.answers import tried_lab
from generator.lab.ask import all_questions, ask
from generator.lab.figures import GameFigures, figures
from generator.lab.lab_file import Lab
from generator.lab.question import Answer, BadQuestion, Question
from generator.lab.simulation.playable import kin_of
from generator.lab.telling import as_json
from generator.model.game import Game, missing
from generator.model.load import load_game
from generator.model.values import nearest

WIDTH = 100


class _Shelf:
    """The project's games, each opened when a question asks for it."""

    def __init__(self, project: Project, name: str | None) -> None:
        self.project = project
        self.wanted = name

    def game_with(self, kind: str, usual: str | None = None) -> Game:
        """See `generator.lab.question.Shelf`."""
        name = self.wanted or usual
        if name is None:
            return self._only_one_with(kind)
        game = self._open(name)
        if kind not in game.kinds:
            raise BadQuestion(f"{name} has no kind {kind[:40]!r}; {nearest(kind, game.kinds)}")
        return game

    def _only_one_with(self, kind: str) -> Game:
        games = [load_game(self.project.data / name, f"{self.project.data}/{name}")[0] for name in self.project.games()]
        names = [game.name for game in games if kind in game.kinds]
        if not names:
            all_kinds = sorted({kind for game in games for kind in game.kinds})
            raise missing(games, f"no game has a kind {kind[:40]!r}; {nearest(kind, all_kinds)}")
        if len(names) > 1:
            raise BadQuestion(f"{', '.join(names)} each have a kind {kind!r}; say which with --game")
        return self._open(names[0])

    def _open(self, name: str) -> Game:
        game, problems = load_game(self.project.game_folder(name), f"{self.project.data.as_posix()}/{name}")
        require_sound(sorted(problems), "nothing was worked out")
        return game


def run(options: QuestionOptions) -> None:
    """Answer, or list the questions."""
    project = Project(options.data, Path())
    if options.question is None:
        _list(project, options.game, options.format)
        return
    name = options.question.rpartition("/")[0]  # a game, whose question is about itself
    own = name if name and (project.data / name / "game.yaml").is_file() else None
    answer = ask(options.question, options.values or [], _Shelf(project, options.game or own), options.data)
    if options.plots is not None:
        write_plots(options.plots, options.plots_as, [_plot(options.question, answer)])
    say(as_json(answer.data) if options.format == "json" else "\n".join(answer.text))


def _plot(question: str, answer: Answer) -> tuple[str, str]:
    """What an answer's plot shows, and the plot.

    Raises:
        BadQuestion: it has none.
    """
    from generator.lab.plots.heat import heat_map
    from generator.lab.plots.single import alone

    table = answer.table
    if table is None:
        raise BadQuestion(f"{question} has no plot: it is not a table by two things")
    drawn = heat_map(table.rows, table.columns, table.cells, table.down, table.across, table.of)
    return question.replace("/", " "), alone(drawn)


def _list(project: Project, wanted: str | None, form: str) -> None:
    """List the questions that the project can ask, or those about one of its games, with their values."""
    names = [wanted] if wanted else []
    try:
        names = names or project.games()
    except NotFound as error:  # dice can be asked all the same
        tell(f"pnp: {error}")
    games = [load_game(project.game_folder(name), f"{project.data.as_posix()}/{name}")[0] for name in names]
    questions = all_questions(project.data, {kin for game in games for kin in kin_of(game)})
    if form == "json":
        say(json.dumps({name: _described(question) for name, question in questions.items()}, indent=2))
    else:
        say("\n\n".join(_in_words(name, question) for name, question in questions.items()))


def _described(question: Question) -> Mapping[str, object]:
    values = {
        name: {"form": value.form, "about": value.about, "required": value.required}
        for name, value in question.values.items()
    }
    return {"about": question.about, "values": values}


def _in_words(name: str, question: Question) -> str:
    lines = [name, *textwrap.wrap(question.about, WIDTH, initial_indent="  ", subsequent_indent="  ")]
    for value, shape in question.values.items():
        form = f"{value}={shape.form}"
        word = form if shape.required else f"[{form}]"
        lines += textwrap.wrap(f"{word:<28} {shape.about}", WIDTH, initial_indent="    ", subsequent_indent=" " * 33)
    return "\n".join(lines)


def run_stats(options: FigureOptions) -> None:
    """Write what decks are made of."""
    decks = _opened_decks(Project(options.data, Path()), options.game, options.kind)
    all_figures = [figures(game, lab, options.kind) for game, lab in decks]
    written = _as_form(all_figures, options.format)
    if options.plots is not None:
        page = written if options.format == "html" else _as_form(all_figures, "html")
        write_plots_of(options.plots, options.plots_as, page)
    if options.out is None:
        say(written)
    else:
        write_whole(options.out, written + "\n")


def _as_form(all_figures: list[GameFigures], form: str) -> str:
    if form == "json":
        from generator.lab.as_data import json_of

        return json_of(all_figures)
    if form == "html":
        from generator.lab.as_page import page

        return page(all_figures)
    from generator.lab.as_words import told

    return "\n\n".join("\n".join(told(game)) for game in all_figures)


def _opened_decks(project: Project, game_name: str | None, kind: str | None) -> list[tuple[Game, Lab]]:
    """The games that were asked for, with their labs; of all games those that have the kind.

    Raises:
        NotFound: there is no such game or kind.
        Faulty: a game's data has errors.
    """
    names = project.games() if game_name is None else [project.game_folder(game_name).name]
    games = [(name, *load_game(project.data / name, f"{project.data.as_posix()}/{name}")) for name in names]
    kinds = sorted({kind for _, game, _ in games for kind in game.kinds})
    if kind is not None and kind not in kinds:
        who = "no game has a" if game_name is None else f"{game_name} has no"
        raise missing([game for _, game, _ in games], f"{who} kind {kind[:40]!r}; {nearest(kind, kinds)}")
    decks = []
    for _, game, problems in games:
        if kind is None or kind in game.kinds:
            lab, report = tried_lab(game)
            require_sound(sorted([*problems, *report.problems]), "nothing was worked out")
            if kind is not None and game.kinds[kind].prose:
                raise NotFound(f"{kind} are running text: there is nothing to count")
            decks.append((game, lab))
    return decks
