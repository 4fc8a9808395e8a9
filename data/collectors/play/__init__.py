"""*Collectors*: how it is played, its questions, portraits of its characters."""

from generator.games import later, question_folder

procedures = {
    "grown-portrait": later(f"{__name__}.portraits", "grown_portrait"),
    "grown-ware": later(f"{__name__}.portraits", "grown_ware"),
}
questions = question_folder(__name__, __path__)
game = later(f"{__name__}.simulated", "CollectorsGame")
