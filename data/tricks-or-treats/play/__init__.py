"""*Tricks or Treats*: how it is played, its questions, its boards, portraits of its houses."""

from generator.games import later, question_folder

from .cards import SurpriseCard, surprise_order

procedures = {
    "surprise-order": surprise_order,
    "board-plan": later(f"{__name__}.board_plan", "board_plan"),
    "grown-house": later(f"{__name__}.houses", "grown_house"),
}
effects = {"surprise-card": SurpriseCard()}
layers = {"straight-streets": later(f"{__name__}.boards", "make_pieces")}
questions = question_folder(__name__, __path__)
game = later(f"{__name__}.simulated", "TreatsGame")
