"""What hints say: a word that is meant, or what to write; and no word that is only alike in what all have."""

from each import each
from projects import Project

from generator.model.kind_fields import tag_meant
from generator.model.values import nearest


@each(
    ("word", "known", "hint"),
    [
        ("stampz", ["stamps", "weight"], "did you mean stamps?"),
        ("Andika", ["Barlow_400Regular", "Andika_400Regular", "Andika_700Bold"], "did you mean Andika_400Regular?"),
        ("fichas.yaml", ["bilhetes.yaml", "game.yaml"], "known: bilhetes.yaml, game.yaml"),
        ("letters.yml", ["letters.yaml", "game.yaml"], "did you mean letters.yaml?"),
        ("letters/nope", ["letters/rope-by-night", "letters/wish"], "known: letters/rope-by-night, letters/wish"),
        ("letters/wsh", ["letters/rope", "letters/wish"], "did you mean letters/wish?"),
        ("snail.svg", ["snails.svg", "tent.svg"], "did you mean snails.svg?"),
    ],
)
def test_a_hint_names_what_is_quite_alike(word: str, known: list[str], hint: str) -> None:
    assert nearest(word, known) == hint


@each(
    ("code", "hint"),
    [
        ("EN", "write en"),
        ("en_US", "write en-US"),
        ("zh_hant", "write zh-Hant"),
        ("english", "such as en, fr or pt-BR"),
    ],
)
def test_a_language_is_written_as_a_tag(code: str, hint: str) -> None:
    assert tag_meant(code) == hint


STYLE, FACE = "templates/fair/style.yaml", "templates/fair/stall.svg"


@each(
    ("file", "before", "after", "hint"),
    [
        ("game.yaml", "size: [50, 40]", "size: 50x40", "write [50, 40]"),
        ("game.yaml", "size: [50, 40]", "size: pocker", "did you mean poker? Or write [width, height] in mm"),
        ("game.yaml", "languages: [en, fr]", "languages: en", "such as [en] or [en, fr]"),
        ("game.yaml", "languages: [en, fr]", "languages: [en, fr]\nmodes: [solo, solo]", "delete it"),
        ("game.yaml", "template: stall.svg", "template: templates/fair/stall.svg", "did you mean stall.svg?"),
        ("stalls.yaml", "price: 3", "price: 3,50", "round it to 4"),
        ("stalls.yaml", "price: 3", "price: 3\n  waive: slow", 'write {slow: "why it may"}'),
        (STYLE, "fonts:", "cover: stal.svg\nfonts:", "did you mean stall.svg?"),
        (FACE, 'data-field="name"', 'data-feild="name"', "did you mean data-field?"),
        (FACE, 'data-field="name" ', "", "name the field whose text is set here"),
        (FACE, "</svg>", "<style>a</style></svg>", "write colours and lines as attributes of each shape"),
    ],
)
def test_a_hint_says_what_to_write(project: Project, file: str, before: str, after: str, hint: str) -> None:
    kept = project.path(file).read_text(encoding="utf-8")
    project.change(file, before, after)
    hints = [problem.hint for problem in project.check()]
    project.write(file, kept)
    assert hint in [found[: len(hint)] for found in hints]
