"""``<use href="#id">`` in a template: the element of that id, drawn again at the use's place and in its paint."""

from collections.abc import Mapping

from msgspec.structs import replace

from generator.core.problem import Tell
from generator.draw.attribute_expressions import is_dynamic
from generator.draw.svg.parse import MAX_DEPTH, Element
from generator.model.values import nearest

MOST_USED = 10_000  # elements that all uses of a template stand for
_PLACE = ("href", "x", "y")


def with_definitions(root: Element, report: Tell) -> Element:
    """The template with a group in place of each use of an element of its own; ``report`` is told of those that fail.

    Only what is used once more is copied, and that not deeply: an element may stand in several groups.
    """
    if not any(element.attributes.get("href", "").lstrip().startswith("#") for element in root.walk()):
        return root
    definitions: dict[str, list[Element]] = {}
    for element in root.walk():
        if "id" in element.attributes:
            definitions.setdefault(element.attributes["id"], []).append(element)
    return _Uses(definitions, report).replaced(root, ())


class _Uses:
    def __init__(self, definitions: Mapping[str, list[Element]], report: Tell) -> None:
        self.definitions, self.report, self.used = definitions, report, 0

    def replaced(self, element: Element, within: tuple[str, ...]) -> Element:
        """An element with the uses in it replaced; ``within`` the definitions whose ids these are."""
        name = element.attributes.get("href", "").strip()
        if element.tag == "use" and name.startswith("#"):
            return self._group(element, name[1:], within)
        if not element.children:
            return element
        return replace(element, children=[self.replaced(child, within) for child in element.children])

    def _group(self, use: Element, name: str, within: tuple[str, ...]) -> Element:
        attributes = {key: text for key, text in use.attributes.items() if key not in _PLACE}
        x, y = (use.attributes.get(key, "0") for key in ("x", "y"))
        if (x, y) != ("0", "0"):
            attributes["transform"] = f"{attributes.get('transform', '')} translate({x} {y})".strip()
        group = replace(use, tag="g", attributes=attributes, children=[])
        targets = self.definitions.get(name)
        place = use.where("href")
        for key in ("width", "height"):
            if attributes.pop(key, None) is not None:
                self.report(*use.where(key), f"{key} is not read where a use shows an element", "write transform")
        if is_dynamic(name):
            self.report(*place, "a use of a definition names it without {{ }}", "write one use each, with data-if")
        elif targets is None:
            self.report(*place, f"the template has no element with id={name!r}", nearest(name, self.definitions))
        elif len(targets) > 1:
            self.report(
                *targets[1].where("id"), f"id={name!r} is there twice, and used", "give one of the two another id"
            )
        elif name in within or len(within) >= MAX_DEPTH or _holds(targets[0], use):
            self.report(*place, f"#{name} shows itself", "take the use out of it")
        else:
            self.used += sum(1 for _ in targets[0].walk())
            if self.used <= MOST_USED:
                return replace(group, children=[self.replaced(targets[0], (*within, name))])
            self.report(*place, f"its uses stand for more than {MOST_USED:,} elements", "use less in one another")
        return group


def _holds(target: Element, use: Element) -> bool:
    return any(element is use for element in target.walk())
