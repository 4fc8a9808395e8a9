"""Slips of a designer who writes in Spanish: what becomes of a line, and what is reported at it."""

from typing import NamedTuple

D, T = "data/buzon/", "templates/buzon/"
GAME, LETTERS, RULES, FORGE, LAB = (f"{D}{name}.yaml" for name in ("game", "letters", "balance", "forge", "lab"))
FACE, STYLE, WORDS, PROSE = f"{T}letter.svg", f"{T}style.yaml", f"{T}words.yaml", f"{D}rules.es.md"
TO = "to: {type: choice, of: [mushroom, boot, well, can, pot, stump, strawberry, birdhouse], required: true}"


class SpanishSlip(NamedTuple):
    """``old`` becomes ``new``; the first line at ``new`` has the words of ``said``, or of ``hint`` below it."""

    file: str
    old: str
    new: str
    said: str
    hint: str = ""


SLIPS = [
    SpanishSlip(GAME, "players: [2, 4]", "players: 2-4", "a number, or the fewest and the most,", "write [2, 4]"),
    SpanishSlip(GAME, "size: poker", "size: 63x88", "'63x88' is not a size by name", "write [63, 88]"),
    SpanishSlip(GAME, "languages: [es]", "languages: [español]", "'español' is not a language code"),
    SpanishSlip(GAME, "count: 6 * players", "count: 6 x jugadores", "'x' has no place in it; * multiplies"),
    SpanishSlip(GAME, "kind: dewdrops", "kind: dewdrop", "'dewdrop' is not a printed kind", "did you mean dewdrops?"),
    SpanishSlip(
        GAME, "gutter: 3", "gutter: 2,5", "a number is wanted here", "write a point in place of the comma: 2.5"
    ),
    SpanishSlip(GAME, "[mushroom, boot,", "[mushroom, boot, boot,", "'boot' is repeated here", "delete it"),
    SpanishSlip(GAME, "required: true} # what", "required: sí} # what", "true or false is wanted here, not 'sí'"),
    SpanishSlip(GAME, TO, "to: {type: reference, of: lugares}", "has no 'of'", "write to: the name of a kind"),
    SpanishSlip(GAME, TO, "to: {type: choice}", "a field of type choice needs 'of'", "add of: [word, word]"),
    SpanishSlip(GAME, "  snails:\n", "  caracoles rápidos:\n", "'caracoles rápidos'", "write caracoles-rapidos"),
    SpanishSlip(LETTERS, "weight: 1\n", "weight: 1,5\n", "a whole number is wanted here", "round it to 2"),
    SpanishSlip(LETTERS, "- id: lost-shoelace", "- id: cordón", "'cordón' is not made of", "write cordon"),
    SpanishSlip(LETTERS, '"Toma 1 {dew}."', "«Toma 1 {dew}.»: bien", "a colon is not expected here", "quote a text"),
    SpanishSlip(LETTERS, '"Toma 1 {dew}."', '"Toma 1 {rocío}."', "there is no icon {rocío}", "known: {dew}"),
    SpanishSlip(LETTERS, "title: Un cordón perdido", "title: Un cordón 𓀀", "no glyph for '𓀀'", "replace it"),
    SpanishSlip(RULES, "weight <= stamps <= 2 * weight", "weight ≤ stamps", "'≤' has no place", "write <=, >= or !="),
    SpanishSlip(RULES, "weight <= stamps <= 2 * weight", "stamps > 1 y weight > 1", "and, or, not join conditions"),
    SpanishSlip(RULES, "weight <= stamps <= 2 * weight", "title > 3", "> compares a text with a number"),
    SpanishSlip(RULES, "{{ stamps }} stamps", "{{ sellos }} stamps", "'sellos' is not a field of these items"),
    SpanishSlip(RULES, "check: number-range", "check: numeros", "'numeros' is not a check type", "known: "),
    SpanishSlip(FORGE, "recipe: draw", "recipe: rejilla", "'rejilla' is not a recipe", "known: designs"),
    SpanishSlip(FORGE, "evenly: [to,", "evenly: [para,", "'para' is not a field or a word", "known: to"),
    SpanishSlip(FORGE, "{es: rana,", "{es: rana (f),", "'rana (f)' would be printed as it is", "write rana"),
    SpanishSlip(FORGE, "Carta: {noun}", "Carta {del noun}", "{del noun} is not understood", "write {noun}"),
    SpanishSlip(LAB, "[0.6, 0.85]", "[0,6, 0,85]", "the lowest and the highest", "with a point in each number"),
    SpanishSlip(LAB, "[0.6, 0.85]", "[60 %, 0.85]", "a number is wanted here", "or as a part of 1: 0.6"),
    SpanishSlip(LAB, "draws: 3", "draws: tres", "'tres' is not a whole number", "write one, such as 3"),
    SpanishSlip(LAB, "weight == 3", "peso == 3", "letters have no field 'peso'", "known: title"),
    SpanishSlip(WORDS, "{n} pasos", "{num} pasos", "there is no icon {num}", "did you mean {n}?"),
    SpanishSlip(
        WORDS, "jardín: Jardín", 'pasos-few: {es: "{n} pasos"}', "'few' is not a plural form of 'es'", "one, other"
    ),
    SpanishSlip(STYLE, "{font: text, size: 9.5,", "{font: text, size: 9,5,", "'5' is not a field here", "comma: 9.5"),
    SpanishSlip(STYLE, '"#fadd7e"', "amarillo", "'amarillo' is not #rgb", "write a colour"),
    SpanishSlip(STYLE, "cover: art/post-snail.svg", "cover: art/caracol.svg", "there is no file"),
    SpanishSlip(FACE, 'data-field="title"', 'data-field="título"', "'título' is not a field of the item", "known: art"),
    SpanishSlip(FACE, 'y="6.5"', 'y="6,5"', "y: '6,5' is not a number", "write a point: 6.5"),
    SpanishSlip(FACE, 'data-size="12"', 'data-size="12pt"', "data-size: '12pt' is not a number", "without pt: 12"),
    SpanishSlip(FACE, 'data-leading="1.05"', 'data-leading="105%"', "'105%' is not a number", "a part of 1: 1.05"),
    SpanishSlip(FACE, "not item.art", "no item.art", "'item' has no place in it", "and, or, not join conditions"),
    SpanishSlip(FACE, "</title>", " &ntilde;</title>", "&ntilde; is a sign of HTML", "write ñ itself"),
    SpanishSlip(FACE, "items('places'", "items('lugares'", "there is no kind 'lugares'", "known: letters"),
    SpanishSlip(FACE, "{{ place.name }}", "{{ word('cover-fro', 2) }}", "words.yaml has no 'cover-fro'"),
    SpanishSlip(PROSE, "*más pesada*", "*más pesada", "* opens here and is never closed", "write * behind"),
    SpanishSlip(PROSE, "## Tu turno", "##Tu turno", "a space is missing after the #"),
]
