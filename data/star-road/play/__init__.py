"""*Star Road*: how it is played, its questions."""

from generator.games import later, question_folder

questions = question_folder(__name__, __path__)
game = later(f"{__name__}.simulated", "StarRoadGame")
