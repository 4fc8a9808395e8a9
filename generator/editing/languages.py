"""Languages by their own names, and texts of a file without one of its languages."""

from collections.abc import Iterator, Sequence

from yaml.nodes import CollectionNode, MappingNode, Node

from generator.read.adding import compose

NAMES = {
    "ar": "العربية", "ca": "català", "cs": "čeština", "da": "dansk", "de": "Deutsch", "el": "Ελληνικά", "en": "English",
    "eo": "esperanto", "es": "español", "et": "eesti", "eu": "euskara", "fa": "فارسی", "fi": "suomi", "fr": "français",
    "gl": "galego", "he": "עברית", "hr": "hrvatski", "hu": "magyar", "is": "íslenska", "it": "italiano",
    "ja": "日本語", "ko": "한국어", "lt": "lietuvių", "lv": "latviešu", "nb": "norsk bokmål", "nl": "Nederlands",
    "nn": "nynorsk", "pl": "polski", "pt": "português", "pt-BR": "português (Brasil)", "ro": "română", "ru": "русский",
    "sk": "slovenčina", "sl": "slovenščina", "sv": "svenska", "tr": "Türkçe", "uk": "українська", "zh": "中文",
}  # fmt: skip


def without_languages(text: str, dropped: Sequence[str], languages: Sequence[str]) -> str:
    """A YAML text whose translations into some languages are gone, where another one is left; all else stays.

    Args:
        text: of a file that can be read.
        dropped: the languages that go.
        languages: all that the game has, those among them.
    """
    for start, end in sorted(_entries(compose(text), text, set(dropped), set(languages)), reverse=True):
        text = text[:start] + text[end:]
    return text


def _entries(node: Node | None, text: str, dropped: set[str], languages: set[str]) -> Iterator[tuple[int, int]]:
    """From where to where the entries of mappings that go reach, with the commas or lines that they leave behind."""
    if not isinstance(node, CollectionNode):
        return
    keys = [str(key.value) for key, _ in node.value] if isinstance(node, MappingNode) else []
    if not dropped & {*keys} or not (languages - dropped) & {*keys}:
        for member in node.value:
            yield from _entries(member[1] if isinstance(member, tuple) else member, text, dropped, languages)
        return
    for at, (key, value) in enumerate(node.value):
        if key.value in dropped and node.flow_style:
            left = [other for other, _ in node.value[:at] if other.value not in dropped]
            following = node.value[at + 1][0].start_mark.index if at + 1 < len(keys) else None
            if left or following is None:
                yield node.value[at - 1][1].end_mark.index, value.end_mark.index
            else:
                yield key.start_mark.index, following
        elif key.value in dropped:
            start = text.rfind("\n", 0, key.start_mark.index) + 1
            behind = text.find("\n", value.end_mark.index - 1)
            yield start, len(text) if behind < 0 else behind + 1
