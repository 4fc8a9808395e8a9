"""Games played by the thousand: how long they last, who wins, what runs dry."""

from collections.abc import Callable
from typing import Any

from generator.core.folders import Project
from generator.core.problem import Refusal, has_errors, require_sound
from generator.lab.simulation.moves import NoSimulation
from generator.lab.simulation.playable import PlayableGame, find_game
from generator.web.glimpses import parties
from generator.web.screens import Response, Tab, WorkshopRequest, get

TABS = [
    Tab("lab-odds", "lab/odds", 51, under="try", needs="decks"),
    Tab("lab-games", "lab/games", 52, under="try", needs="player"),
]
MOST, USUAL = 20_000, 1_000


@get("/{game}/lab/games", only=("players", "mode", "games", "seed", "policy"))
def games(request: WorkshopRequest) -> Response:
    """The form, and what came of the games once they are asked for."""
    game = request.game
    try:
        rules: PlayableGame | None = find_game(game)
    except NoSimulation:
        rules = None
    if rules is None or has_errors(request.checked.problems):
        return request.page("lab_games_none.html", faulty=rules is not None)
    fewest, largest = parties(game)[0], parties(game)[-1]
    settings = {
        "players": request.number("players", 1, 99, max(fewest, min(3, largest))),
        "mode": request.text("mode"),
        "games": request.number("games", 1, MOST, USUAL),
        "seed": request.number("seed", 0, 2**32 - 1, 0),
        "policies": [policy for policy in request.texts("policy") for policy in policy.split(",")],
    }
    played, refusal = None, ""
    if request.text("games") is not None:
        try:
            played = request.errand(play_games, request.workshop.project, game.folder.name, settings)
        except Refusal as error:
            refusal = str(error)
    return request.page(
        "lab_games.html",
        wanted=settings,
        most=MOST,
        fewest=fewest,
        largest=largest,
        policies=dict(rules.policies),
        played=played,
        refusal=refusal,
    )


def play_games(
    progress: Callable[[str, int, int], None], project: Project, name: str, settings: dict[str, Any]
) -> dict[str, Any]:
    """Play as `pnp simulate` does; an errand: ``head``, ``plots`` and ``text``.

    Raises:
        Refusal: they can't be played.
    """
    from generator.lab.simulation.report import as_text
    from generator.lab.simulation.result_page import plots_of
    from generator.lab.simulation.run import play
    from generator.lab.simulation.seated import seated
    from generator.model.load import load_game
    from generator.printing.plan import choose_mode

    game, problems = load_game(project.game_folder(name), f"{project.data.as_posix()}/{name}")
    require_sound(sorted(problems), "nothing was played")
    players, mode = settings["players"], choose_mode(game, settings["players"], settings["mode"])
    played = seated(game, players, mode, ",".join(settings["policies"]) or None, settings["seed"])
    totals = play(played.job(), settings["games"], 1, progress)
    data = played.figures(totals, not_played=played.rules.leaves_out(played.box, mode))
    return {
        "head": played.head(settings["games"]),
        "plots": plots_of(data, totals),
        "text": as_text(played.head(settings["games"]), data),
    }
