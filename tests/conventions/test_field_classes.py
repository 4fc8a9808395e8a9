"""What a field is, its class answers: who uses fields seldom asks of which class they are."""

import ast

from test_conventions import MODULES, TOOL
from trees import nodes

from generator.editing.schemas import FILES  # with which all packages have told their fields
from generator.model.fields import Field

# Where it is asked, and how often: what settings of rules refer to, keys that name folders.
ASKED = {
    "rules/lookup.py": 1,
    "rules/settings.py": 3,
    "rules/rule.py": 1,
    "rules/rulebook.py": 1,
    "web/screens/balance.py": 1,
    "model/defaults.py": 1,
}


def classes(of: type[Field] = Field) -> set[str]:
    """The names of all classes of fields."""
    return {of.__name__}.union(*map(classes, of.__subclasses__()))


def test_who_uses_a_field_does_not_ask_for_its_class() -> None:
    names = classes() if FILES else set()

    def asks(node: ast.AST) -> bool:
        match node:
            case ast.Call(func=ast.Name(id="isinstance" | "issubclass"), args=[_, kinds]):
                return any(isinstance(part, ast.Name) and part.id in names for part in ast.walk(kinds))
            case ast.MatchClass(cls=ast.Name(id=name)):
                return name in names
        return False

    count = {path.relative_to(TOOL).as_posix(): sum(map(asks, nodes(path))) for path in MODULES}
    assert {path: asked for path, asked in count.items() if asked and not path.startswith("model/fields/")} == ASKED
