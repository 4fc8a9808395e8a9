"""Games played by the thousand: how long they last, who wins, what runs dry."""

from collections.abc import Callable
from typing import Any, NamedTuple

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from generator.core.folders import Project
from generator.core.problem import Refusal, has_errors, require_sound
from generator.lab.simulation.playable import NoSimulation, PlayableGame, find_game
from generator.web.asking import Asked

PUBLIC = True
MOST, MOST_PUBLIC = 20_000, 500
USUAL, USUAL_PUBLIC = 1_000, 200


class PlayedGames(NamedTuple):
    """What came of many games."""

    head: str
    plots: list[str]
    text: str


def games(request: Request) -> Response:
    """The form, and what came of the games once they are asked for."""
    asked = Asked(request)
    asked.only("players", "mode", "games", "seed", "policy")
    game = asked.game
    try:
        rules: PlayableGame | None = find_game(game)
    except NoSimulation:
        rules = None
    if rules is None or has_errors(asked.checked.problems):
        return asked.page("lab_games_none.html", faulty=rules is not None)
    most, usual = (MOST_PUBLIC, USUAL_PUBLIC) if asked.terms.public else (MOST, USUAL)
    ranges = [limits for mode in (game.modes or ("",)) if (limits := game.party(mode))] or [(1, 8)]
    fewest, largest = min(limits[0] for limits in ranges), max(limits[-1] for limits in ranges)
    wanted = {
        "players": asked.number("players", 1, 99, max(fewest, min(3, largest))),
        "mode": asked.text("mode"),
        "games": asked.number("games", 1, most, usual),
        "seed": asked.number("seed", 0, 2**32 - 1, 0),
        "policies": [policy for policy in asked.texts("policy") for policy in policy.split(",")],
    }
    played, refusal = None, ""
    if asked.text("games") is not None:
        try:
            played = asked.errand(play_games, asked.workshop.project, game.folder.name, wanted)
        except Refusal as error:
            refusal = str(error)
    return asked.page(
        "lab_games.html",
        wanted=wanted,
        most=most,
        fewest=fewest,
        largest=largest,
        policies=dict(rules.policies),
        played=played,
        refusal=refusal,
    )


def play_games(
    progress: Callable[[str, int, int], None], project: Project, name: str, wanted: dict[str, Any]
) -> PlayedGames:
    """Play as `pnp simulate` does; an errand.

    Raises:
        Refusal: they can't be played.
    """
    from generator.lab.simulation.playable import box_of
    from generator.lab.simulation.report import as_text
    from generator.lab.simulation.result_figures import figures
    from generator.lab.simulation.result_page import plots_of
    from generator.lab.simulation.run import Job, head_of, play, policies_of
    from generator.model.load import load_game
    from generator.project.printing.plan import choose_mode

    game, problems = load_game(project.game_folder(name), f"{project.data.as_posix()}/{name}")
    require_sound(sorted(problems), "nothing was played")
    players, mode = wanted["players"], choose_mode(game, wanted["players"], wanted["mode"])
    rules, box = find_game(game), box_of(game, players, mode)
    policies = policies_of(rules, ",".join(wanted["policies"]) or None, players)
    totals = play(Job(rules.prepare(box, players, mode), policies, wanted["seed"]), wanted["games"], 1, progress)
    data = figures(totals, policies, box, rules.leaves_out(box, mode))
    head = head_of(game, mode, players, wanted["games"], wanted["seed"])
    return PlayedGames(head, plots_of(data, totals), as_text(head, data))


ROUTES = (Route("/{game}/lab/games", games),)
