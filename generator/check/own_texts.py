"""What the tool writes on sheets of its own accord, and how it names files: that all of it is possible."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from msgspec import structs

from generator.check.scope import Scope
from generator.core.choices import PAPERS, UNPRINTABLE, fits_paper
from generator.core.file_names import GAME_PAGES
from generator.core.folders import shipped_common
from generator.core.notes import Remember, anew
from generator.core.problem import Problem
from generator.model.game import Game, Kind
from generator.model.values import LocalizedText
from generator.read.tree import Mapping, Node, Scalar, error_at, locate
from generator.sheet.impose import LENGTHS
from generator.sheet.margin_text import BETWEEN, sheet_label

if TYPE_CHECKING:
    from generator.draw.marks.fonts import Font
    from generator.draw.renderer import Renderer

MARGIN = (
    "sheet-note", "sheet-page", "sheet-behind", "sheet-data", "sheet-back", "sheet-blank", "cover-for", "cover-for-one",
)  # fmt: skip
MOST_IN_A_MARGIN = 800  # characters of a name or label: what the margins of a sheet can hold of all together
MOST_BYTES = 150  # of a mode, which may have letters of four
MOST_IN_A_NAME = 100  # characters of a kind or an item; names of files are at most 255 bytes on all systems


def check_own_texts(renderer: "Renderer", scope: Scope, remember: Remember = anew) -> Iterator[Problem]:
    """What is wrong with the labels of a game's sheets and with the names of its files.

    ``remember`` gives what was found before; it is asked about what rests on no item.
    """
    game = renderer.game
    kinds, languages = scope.kinds_of(game), scope.languages_of(game)
    question = "labels", tuple(kind.name for kind in kinds), languages
    yield from remember(question, lambda: [*_labels(renderer, kinds, languages), *_untranslated(renderer, languages)])
    if languages != (game.language,) and "languages" not in game.wrong:
        yield from _titles_in_one_language(game, kinds)
    yield from _names(game, kinds)
    yield from _sizes(game, kinds, scope)


def _labels(renderer: "Renderer", kinds: Sequence[Kind], languages: Sequence[str]) -> Iterator[Problem]:
    from generator.draw.marks.fonts import named, split_by_font

    game = renderer.game
    if not renderer.theme.fonts:
        return
    for languages_together in [(language,) for language in languages] if renderer.theme.tongues else [game.languages]:
        fonts = renderer.theme.in_language(languages_together[0]).label_fonts
        if lost := split_by_font("".join(sorted(_own_characters(renderer, languages_together))), fonts)[1]:
            message = f"no glyph for {named(lost)} in {_shown(fonts)}, which label the sheets"
            hint = "add a font that has it under fallback, or give the role text another one"
            yield Problem(renderer.theme.file, 1, 1, "error", "missing-glyph", message, hint)
    assert game.root is not None
    for language in languages:
        fonts = renderer.theme.in_language(language).label_fonts
        for title, root, path in _titles(game, game.root, kinds):
            text = title.in_language(language, game.language)
            node = locate(root, (*path, language))
            if len(text) > MOST_IN_A_MARGIN:
                message = f"{len(text):,} characters have no room in the margin of a sheet"
                yield error_at(game.file, node, "text-overflow", message, f"at most {MOST_IN_A_MARGIN} characters")
                continue
            lost = split_by_font(sheet_label("", text).line, fonts)[1]
            if lost:
                message = f"no glyph for {named(lost)} in {_shown(fonts)}, which label the sheets"
                hint = "replace it, or add a font that has it under fallback in style.yaml"
                yield error_at(game.file, node, "missing-glyph", message, hint)


def _shown(fonts: Sequence["Font"]) -> str:
    return ", ".join(dict.fromkeys(font.name for font in fonts))


def _titles(game: Game, root: Node, kinds: Sequence[Kind]) -> Iterator[tuple[LocalizedText, Node, tuple[str, ...]]]:
    """What labels of sheets say of a game's own, with the place of each: below a node, by a path."""
    yield game.title, root, ("name",)
    for mode, name in game.mode_names.items():
        yield name, root, ("mode_names", mode)
    for kind in kinds:
        if kind.printed:
            yield kind.title, kind.node, ("title",)
            yield kind.page_label, kind.node, ("page_label",)
            yield kind.blank_page_label, kind.node, ("blank_page_label",)
            for value, label in kind.group_page_label.items():
                yield label, kind.node, ("group_page_label", value)


def _titles_in_one_language(game: Game, kinds: Sequence[Kind]) -> Iterator[Problem]:
    """Titles of printed kinds that are one text, though sheets and plans name the kind in several languages."""
    for kind in kinds if len(game.languages) > 1 else ():
        title = kind.node.values.get("title") if isinstance(kind.node, Mapping) else None
        if kind.printed and isinstance(title, Scalar) and not title.absent:
            texts = ", ".join(
                [f"{game.language}: {title.text}", *[f"{language}: …" for language in game.languages[1:]]]
            )
            message, hint = f"the title of {kind.name} is the same in all languages", f"write {{{texts}}}"
            yield Problem(game.file, title.line, title.column, "warning", "missing-translation", message, hint)


def _untranslated(renderer: "Renderer", languages: Sequence[str]) -> Iterator[Problem]:
    """Phrases of the tool's own that a language of the game does not have, and that would be printed in another."""
    game, words = renderer.game, renderer.theme.words
    english = (shipped_common() / "words" / "en.yaml").as_posix()
    for number, language in enumerate(game.languages if "languages" not in game.wrong else ()):
        missing = words.missing(language)
        if not missing or language not in languages:
            continue
        named = ", ".join(missing[:3]) + (f" and {len(missing) - 3} more" if len(missing) > 3 else "")
        message = f"the tool's own phrases are not all there in {language!r}: {named}"
        if language in words.files:
            hint = f"add them; {english} has them all"
            yield Problem(words.files[language], 1, 1, "warning", "missing-translation", message, hint)
        elif game.root is not None:
            node = locate(game.root, ("languages", number))
            file = f"templates/common/words/{language}.yaml"
            hint = f"copy {english} to {file} and translate it; until then they are printed in another language"
            yield Problem(game.file, node.line, node.column, "warning", "missing-translation", message, hint)


def _own_characters(renderer: "Renderer", languages: Sequence[str]) -> set[str]:
    """The characters of all that the margins of sheets say but for titles, in these languages."""
    game, words = renderer.game, renderer.theme.words
    texts = [
        words.word(name, language, game.language) for name in MARGIN if name in words.own for language in languages
    ]
    return set("".join([*LENGTHS, BETWEEN, *texts, *game.languages, "0123456789abcdef"])) - set("{}")


def _names(game: Game, kinds: Sequence[Kind]) -> Iterator[Problem]:
    hint = f"at most {MOST_IN_A_NAME} characters"
    for kind in kinds:
        if len(kind.name) > MOST_IN_A_NAME:
            message = f"a name of {len(kind.name)} characters is too long for the files that it names"
            yield error_at(game.file, kind.node, "bad-id", message, hint)
        if kind.name in GAME_PAGES:
            message = f"{kind.name} is a page of every game, so the workshop and a site have none for this kind"
            problem = error_at(game.file, kind.node, "bad-id", message, f"call it otherwise, such as the-{kind.name}")
            yield structs.replace(problem, level="warning")
        if len(kind.share or "") > MOST_IN_A_NAME:
            message = f"{len(kind.share or '')} characters are too long for the files that it names"
            yield error_at(game.file, locate(kind.node, ("share",)), "file-name", message, hint)
        for item in kind.items:
            if len(item.id) > MOST_IN_A_NAME:
                node = item.where("id")
                message = f"an id of {len(item.id)} characters is too long for the files that it names"
                yield error_at(item.file, node, "bad-id", message, hint)
    for number, mode in enumerate(game.modes):
        if (
            not mode.isprintable()
            or any(sign in mode for sign in '/\\:*?"<>|')
            or not 0 < len(mode) <= MOST_IN_A_NAME // 2
            or len(mode.encode()) > MOST_BYTES
        ):
            message = f"{mode[:40]!r} cannot be part of a file's name, as that of a box is"
            hint = f'1 to {MOST_IN_A_NAME // 2} characters, none of them / \\ : * ? " < > |'
            assert game.root is not None
            yield error_at(game.file, locate(game.root, ("modes", number)), "bad-id", message, hint)


def _sizes(game: Game, kinds: Sequence[Kind], scope: Scope) -> Iterator[Problem]:
    """Kinds that fit no paper that has a name, unless they are joined of pieces."""
    for kind in kinds:
        joins = kind.join is not None or "join" in kind.wrong | game.wrong or (scope.joined and not kind.prose)
        if not kind.printed or kind.size is None or joins:
            continue
        (width, height), bleed = kind.size, kind.bleed if scope.bleed is None or kind.net or kind.prose else scope.bleed
        if not any(fits_paper(kind.size, paper, bleed) for paper in PAPERS.values()):
            margins = f"{UNPRINTABLE:g} mm" + (f" and {bleed:g} mm of bleed" if bleed else "")
            message = f"{width:g} x {height:g} mm fit no paper with its margins of {margins}; the largest is A3"
            hint = (
                "make it smaller" if kind.prose else "add join: {overlap: 10} to print it in pieces, or make it smaller"
            )
            yield error_at(game.file, locate(kind.node, ("size",)), "wrong-size", message, hint)
