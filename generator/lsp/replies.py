"""Replies to an editor's questions about a place, in the protocol's own values."""

from os.path import realpath

from lsprotocol import types

from generator.editing.lines import Lines, ScalarPlace, scalar_at
from generator.editing.offers import offers_at, remedy_of
from generator.editing.read_game import EditorGame, told_at
from generator.editing.schema_places import schemas_at, words
from generator.lsp.desk import Desk, path_of, range_in
from generator.read.reader import read_text
from generator.read.tree import Node

SORTS = {
    "key": types.CompletionItemKind.Property,
    "value": types.CompletionItemKind.EnumMember,
    "icon": types.CompletionItemKind.Text,
}


PlaceParams = types.CompletionParams | types.HoverParams | types.DefinitionParams | types.ReferenceParams


class Replies:
    """Answers what is asked about the files on a desk."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    def completion(self, params: types.CompletionParams) -> types.CompletionList | None:
        """What may be written at a place."""
        snapshot = self.desk.snapshot(params.text_document.uri, sound=True)
        file = _file(params)
        if snapshot is None or file is None:
            return None
        lines, line, column = self._place(file, params)
        offers = offers_at(snapshot, file, lines, line, column)
        items = []
        for offer in offers:
            edit = types.TextEdit(range_in(lines, line, offer.start, offer.end), offer.text)
            says = types.MarkupContent(types.MarkupKind.PlainText, offer.says) if offer.says else None
            items.append(types.CompletionItem(offer.label, kind=SORTS[offer.sort], text_edit=edit, documentation=says))
        return types.CompletionList(is_incomplete=False, items=items)

    def hover(self, params: types.HoverParams) -> types.Hover | None:
        """What is at a place."""
        at = self._at(params)
        if at is None:
            return None
        snapshot, file, lines, root, place = at
        start = place.scalar.line, place.scalar.column
        wrong = [problem for problem in self.desk.problems(file) if (problem.line, problem.column) == start]
        text = told_at(snapshot, file, root, place, wrong)
        content = types.MarkupContent(types.MarkupKind.Markdown, text)
        return types.Hover(content, self.desk.range_of(place.scalar, lines)) if text else None

    def definition(self, params: types.DefinitionParams) -> types.Location | None:
        """Where what a place names is described: an item, a kind, a rule."""
        at = self._at(params)
        if at is None:
            return None
        snapshot, file, _, root, position = at
        text = position.scalar.text
        if position.is_key:
            place = snapshot.rule_node(text) if "waive" in position.path[:-1] else None
        else:
            named = snapshot.named_at(file, position.scalar)
            place = snapshot.id_node(*named) if named is not None else None
            schema = snapshot.schemas.get(file)
            if place is None and schema is not None and text in snapshot.game.kinds:
                offered = words(schemas_at(schema, root, position.path))
                place = snapshot.kind_node(text) if set(snapshot.known.kinds) <= set(offered) else None
        return self._location(*place) if place is not None else None

    def references(self, params: types.ReferenceParams) -> list[types.Location] | None:
        """Where the item is named that a place names or is the id of."""
        at = self._at(params)
        named = at[0].named_at(at[1], at[4].scalar) if at is not None and not at[4].is_key else None
        if at is None or named is None:
            return None
        snapshot, locations = at[0], []
        own = snapshot.id_node(*named)
        if own is not None and params.context.include_declaration:
            locations.append(self._location(*own))
        for kind in snapshot.game.kinds.values():
            naming = [node for to, node in snapshot.references(kind) if (to, node.text) == named]
            locations += [self._location(snapshot.file_of(kind), node) for node in naming]
        return locations

    def fixes(self, params: types.CodeActionParams) -> list[types.CodeAction]:
        """Changes that hints of problems ask for."""
        path = path_of(params.text_document.uri)
        if path is None:
            return []
        file = realpath(path)
        lines, actions = self.desk.lines(file), []
        for problem in self.desk.problems(file):
            where = self.desk.range_of(problem, lines)
            if where.end < params.range.start or params.range.end < where.start:
                continue
            remedy = remedy_of(problem, lines)
            if remedy is not None:
                edit = types.TextEdit(range_in(lines, remedy.line, remedy.start, remedy.end), remedy.text)
                about = [
                    diagnostic
                    for diagnostic in params.context.diagnostics
                    if diagnostic.code == problem.rule and diagnostic.range == where
                ]
                actions.append(
                    types.CodeAction(
                        remedy.title,
                        types.CodeActionKind.QuickFix,
                        diagnostics=about or None,
                        is_preferred=True,
                        edit=types.WorkspaceEdit({params.text_document.uri: [edit]}),
                    )
                )
        return actions

    def _place(self, file: str, params: PlaceParams) -> tuple[Lines, int, int]:
        lines, line = self.desk.lines(file), params.position.line
        return lines, line, lines.column(line, params.position.character)

    def _at(self, params: PlaceParams) -> tuple[EditorGame, str, Lines, Node, ScalarPlace] | None:
        """The game, the file, its lines and tree, and what is at a place; None where that is nothing of a game."""
        snapshot, file = self.desk.snapshot(params.text_document.uri), _file(params)
        if snapshot is None or file is None or not file.endswith((".yaml", ".yml")):
            return None
        lines, line, column = self._place(file, params)
        root, _ = read_text("\n".join(lines.lines), "")
        position = scalar_at(root, lines, line, column)
        return (snapshot, file, lines, root, position) if root is not None and position is not None else None

    def _location(self, file: str, node: Node) -> types.Location:
        return types.Location(self.desk.address(file), self.desk.range_of(node, self.desk.lines(file)))


def _file(params: PlaceParams) -> str | None:
    path = path_of(params.text_document.uri)
    return realpath(path) if path is not None else None
