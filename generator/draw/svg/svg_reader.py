"""One SVG file, element by element, to marks.

Read are svg, g, defs, use, symbol, image, switch and the basic shapes, with plain paint and gradients, opacity, clips
and masks (see ``style``, ``servers``, ``effects``) and simple style sheets; title, desc, metadata and what editors add
are skipped. All else is a problem at its place in the file, because a picture that lacks a part without a word is worse
than none. What only defines something (a gradient, a filter) is examined where it is used. A file that another one
uses keeps its own paint and inherits only currentColor, which is where this differs from a browser.
"""

from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from generator.core.problem import Problem
from generator.draw.marks.art import shipped_art
from generator.draw.marks.marks import Layer, Mark, Matrix, Paint, Shape, drawing_of, moved, multiply
from generator.draw.marks.picture import Picture, bounds, box_path, coarsest, overhang
from generator.draw.svg.colours import faded_colour
from generator.draw.svg.effects import MAX_CHAIN, LayerMaker
from generator.draw.svg.island_maker import IslandMaker
from generator.draw.svg.lettering import Lettering
from generator.draw.svg.markers import MARKED, markers
from generator.draw.svg.parse import MAX_DEPTH, MAX_ELEMENTS, Element, parse_svg, read_svg_text
from generator.draw.svg.path import excerpt
from generator.draw.svg.placed_files import PlacedFiles, ReadFile
from generator.draw.svg.reference import Ink
from generator.draw.svg.servers import find_server
from generator.draw.svg.shapes import (
    OF_TEMPLATES,
    SHAPES,
    check_attributes,
    element_matrix,
    is_meant,
    lengths,
    refuse_expressions,
    shape,
    shape_path,
)
from generator.draw.svg.style import NO_EFFECT, Server, Style, TileServer, current
from generator.draw.svg.stylesheet import apply_style_sheets, settle_styles
from generator.draw.svg.svg_file import MAX_PROBLEMS, SvgFile
from generator.draw.svg.undrawn import Undrawn
from generator.draw.svg.viewport import (
    aspect,
    check_use_of_file,
    inner_viewport,
    is_clipped,
    natural,
    overflow,
    own_matrix,
    seen,
    settle_inherited,
    settle_lengths,
    user_size,
    viewport,
)

# What is faded, cut or masked as a whole: in all, and one in the other. Readers of PDF have limits too.
MAX_LAYERS = 4_000
MAX_NESTED = 12
_FEW_LINES = 3
_STEPS = 200  # of a path: they count as much as a shape more
_OVERHANG = 0.5  # mm: a hair beyond the viewBox is nobody's loss

_SKIPPED = frozenset({"title", "desc", "metadata"})
# Drawn only where something refers to them, if at all.
_UNDRAWN = _SKIPPED | frozenset({
    "style", "symbol", "linearGradient", "radialGradient", "pattern", "clipPath", "mask", "marker", "filter",
    "flowRoot", "font", "font-face", "cursor", "view", "color-profile", "hatch", "solidColor", "solidcolor",
})  # fmt: skip
_INSTEAD = {"foreignObject": "draw it with paths, or export it as a PNG"}
_DRAWN = SHAPES | {"g", "a", "defs", "switch", "svg", "use", "image", "text"}


class _Place(NamedTuple):
    """What an element inherits: the style, the matrix from its parent's units to mm, how deep it lies, and where its
    marks go (nowhere in defs)."""

    style: Style
    matrix: Matrix
    depth: int
    marks: list[Mark] | None
    layers: int = 0  # around it
    bare: bool = False  # whether outlines are wanted, painted and seen or not


class SvgReader(SvgFile):
    """Reads one file. ``users`` are the files that led to it, each using the next."""

    def __init__(
        self, path: Path, roots: tuple[Path, ...], ink: Ink, users: tuple[Path, ...], read_file: ReadFile
    ) -> None:
        super().__init__(path, ink)
        self.files = PlacedFiles(self, roots, (*users, path), read_file)
        self.servers: dict[tuple[str, tuple[float, float]], Server | None] = {}  # by name and viewport
        self.referring = 0  # what is drawn by reference now, one in the other
        self.shapes = self.layers = 0
        self.effects = LayerMaker(self)

    def read(self) -> Picture | tuple[Problem, ...]:
        """The picture, or all that is wrong with it."""
        text, problems = read_svg_text(self.path, str(self.path))
        if text is None:
            return tuple(problems)
        root = parse_svg(text, str(self.path), lenient=True)
        if isinstance(root, Problem):
            return (root,)
        self.root = root
        self.is_one_line = root.source.count(b"\n") < _FEW_LINES
        colour, alpha = faded_colour(self.ink.current)
        self.outermost = Style(ink=self.ink, colour=colour or "#000000", colour_alpha=alpha)
        # What is not in the text at all is not looked for. Attributes, but not names, may be written with an &.
        written = text.__contains__
        if written("&") or written("{{") or any(map(written, OF_TEMPLATES)):
            refuse_expressions(root, self.report)
        if self.problems:
            return self.sorts(self.problems)
        self.has_wishes = written("systemLanguage") or written("requiredExtensions")
        self.has_shares = written("&") or written("%") or written("transform-origin")
        width, height, matrix = viewport(root, self.report)
        self.size = user_size(root, width, height)
        if written("style"):
            apply_style_sheets(root, self.report)
        if written("var(") or written("transform:"):
            settle_styles(root)
        if written("inherit"):
            settle_inherited(root)
        self.look_up(root)
        self.lettering = Lettering(self, self.ink.art or shipped_art())
        self.lettering.settle_ems(root, text)
        self.islands = IslandMaker(self, root, (width, height), self.lettering)
        marks: list[Mark] = []
        self.draw(root, _Place(self.outermost, matrix, 0, marks))
        marks = self.islands.whole(marks)
        if max(self.visited, self.shapes) > MAX_ELEMENTS:
            self.too_costly(root, f"all uses counted, more than {MAX_ELEMENTS:,} elements are drawn")
        if self.layers > MAX_LAYERS:
            self.too_costly(root, f"more than {MAX_LAYERS:,} groups are faded, cut or masked")
        if self.problems:
            return self.sorts(self.problems)
        # Cut off at the edge of the viewBox where they reach beyond it, as in a browser.
        is_whole = not is_clipped(root) or overhang(Layer(tuple(marks)), width, height) <= _OVERHANG
        drawing = drawing_of(marks, None if is_whole else (0.0, 0.0, width, height))
        notes = self.islands.all_notes(self.remarks)
        return Picture(drawing, width, height, self.shapes, coarsest(tuple(marks)), notes=notes)

    def look_up(self, root: Element) -> None:
        """Note what elements are called and where they are, and read the files that they use."""
        for element in root.walk():
            attributes = element.attributes
            if "id" in attributes:
                self.ids.setdefault(attributes["id"], element)
            if self.files.has(element):
                # Before drawing starts, so that files inside files never lie on one another's calls.
                self.files.picture(element, self.current(element))

    def address(self, element: Element) -> str | None:
        return self.files.address(element, self.current(element))

    @cached_property
    def parents(self) -> dict[Element, Element]:
        """By each element but the outermost, the one that it is in."""
        return {child: element for element in self.root.walk() for child in element.children}

    def server(self, name: str, place: tuple[int, int]) -> Server | None:
        key = name, self.size
        if key not in self.servers:
            self.servers[key] = None
            server = find_server(self, name, place)
            if server is None:  # reported, and to be so wherever it is used
                del self.servers[key]
                return None
            self.servers[key] = server
        return self.servers[key]

    def style_of(self, element: Element, *, quiet: bool = False) -> Style:
        chain = [element]
        while chain[-1] in self.parents:
            chain.append(self.parents[chain[-1]])
        style = self.outermost
        for link in reversed(chain):
            style = style.read(link, *((lambda *_: None,) * 2 if quiet else (self.report, self.server)))
        return style._replace(effect=NO_EFFECT, shown=True)

    def current(self, element: Element) -> str:
        """What currentColor is in an element where it is."""
        return current(self.style_of(element, quiet=True))

    def draw(self, element: Element, place: _Place) -> None:
        """Add the marks of an element and all in it: with pixels, where no vectors show it."""
        around, start, count = self.drawing, len(self.undrawn), len(place.marks or ())
        counts = self.shapes, self.layers
        self.drawing = element
        style = self.draw_vectors(element, place)
        self.drawing = around
        is_inside = place.bare or self.using or self.referring or self.effects.open
        if len(self.undrawn) == start or is_inside:
            return
        if self.islands.settle(element, style or place.style, start, place.marks, count):
            self.shapes, self.layers = counts[0] + 1, counts[1]

    def draw_vectors(self, element: Element, place: _Place) -> Style | None:
        """The same with vectors alone; what these don't show is left in the list. Its style, as far as it was read."""
        self.visited += 1
        tag = element.tag
        if self.visited > MAX_ELEMENTS or self.shapes > MAX_ELEMENTS or tag in _UNDRAWN:
            return None
        if self.has_wishes and not is_meant(element, self.report):
            return None
        if tag not in _DRAWN:
            hint = _INSTEAD.get(tag, "remove it")
            self.report(element.line, element.column, f"<{tag}> is not read in a drawing", hint)
            return None
        if place.depth > MAX_DEPTH:
            message = f"groups and uses lie more than {MAX_DEPTH} deep in one another"
            self.report(element.line, element.column, message, "ungroup some")
            return None
        if self.has_shares:
            element = self.settled(element)
        check_attributes(element, self.report)
        style = place.style.read(element, self.report, self.server)
        if not style.shown:
            return None
        matrix = element_matrix(element, place.matrix, self.report)
        inner = _Place(style, matrix, place.depth + 1, place.marks, place.layers, place.bare)
        is_marked = tag in MARKED and bool(style.marker_start or style.marker_mid or style.marker_end)
        only_faded = tag in SHAPES and not is_marked and style.effect.clip is None and style.effect.mask is None
        if only_faded or style.effect is NO_EFFECT or place.marks is None or place.bare:
            self.inside(element, style, inner)
            return style
        if place.layers >= MAX_NESTED:
            self.too_costly(element, f"more than {MAX_NESTED} groups that are faded, cut or masked lie in one another")
            return None
        marks: list[Mark] = []
        plain = style._replace(effect=NO_EFFECT)
        self.inside(element, plain, inner._replace(marks=marks, layers=place.layers + 1))
        own = matrix if place.depth == 0 else own_matrix(element, matrix, self.size, self.report)
        layer = self.effects.layer(style.effect, own, tuple(marks), lambda: self.outlines(element, plain, inner))
        if layer is not None:
            self.layers += 1
            place.marks.append(layer)
        return style

    def settled(self, element: Element) -> Element:
        """An element with its shares of the viewport in user units."""
        own = settle_lengths(element, self.size, self.report)
        if own is not element and element in self.parents:
            self.parents[own] = self.parents[element]
        return own

    def outlines(self, element: Element, style: Style, place: _Place) -> list[Mark]:
        """The outlines of all in an element, which make the box round it (SVG 2, 8.10): not counted as drawn."""
        counts = self.visited, self.shapes, self.layers
        marks: list[Mark] = []
        self.inside(element, style, place._replace(marks=marks, bare=True))
        self.visited, self.shapes, self.layers = counts
        return marks

    def inside(self, element: Element, style: Style, place: _Place) -> None:
        """Add the marks of an element whose place says all that it inherits."""
        tag = element.tag
        if tag in SHAPES:
            mark = self.shape(element, style, place)
            if mark is not None and place.marks is not None:
                self.add(mark, place.marks)
            if place.marks is not None and not place.bare:
                place.marks.extend(markers(self, element, style, place.matrix))
        elif tag == "text":
            for mark in self.lettering.marks(element, style, place.matrix, bare=place.bare):
                if place.marks is not None:
                    self.add(mark, place.marks)
        elif self.files.has(element):
            self.place_file(element, style, place)
        elif tag == "use":
            self.place_element(element, place._replace(style=style))
        elif tag == "svg" and place.depth > 1:
            self.nested(element, element, style, place)
        else:
            # Elements in defs are drawn in vain: what is wrong there is reported even if nothing uses it.
            self.group(element, style, place._replace(marks=None) if tag == "defs" else place)

    def shape(self, element: Element, style: Style, place: _Place) -> Mark | None:
        """The mark that a shape makes."""
        matrix = place.matrix
        if place.bare:
            return Shape(moved(shape_path(element, self.report), matrix), Paint())
        if not isinstance(style.fill, TileServer):
            return shape(element, style, matrix, self.report)
        path, tile = shape_path(element, self.report), style.fill.element
        box = bounds(path)
        marks: list[Mark] = []
        if box is not None and box[0] < box[2] and box[1] < box[3] and style.visible and tile not in self.using:
            self.using.append(tile)
            inside = multiply(matrix, (box[2] - box[0], 0.0, 0.0, box[3] - box[1], box[0], box[1]))
            held = tuple(self.marks_of(tile, self.style_of(tile), inside))
            self.using.pop()
            if held:
                marks.append(Layer(held, style.fill_opacity, clips=((moved(path, matrix), style.even_odd),)))
        line = shape(element, style._replace(fill=None, effect=NO_EFFECT), matrix, self.report)
        marks += [line] if line else []
        return Layer(tuple(marks), style.effect.opacity) if marks else None

    def group(self, element: Element, style: Style, place: _Place) -> None:
        """Draw what is in an element; of a switch, the first that asks for nothing."""
        inner = place._replace(style=style)
        is_choice = element.tag == "switch"
        for child in element.children:
            if is_choice and child.tag == "foreignObject" and child is not element.children[-1]:
                continue  # what follows is for programs without it
            self.draw(child, inner)
            if is_choice and child.tag not in _SKIPPED and is_meant(child, self.report):
                break

    def marks_of(self, element: Element, style: Style, matrix: Matrix) -> list[Mark]:
        marks: list[Mark] = []
        if self.referring >= MAX_CHAIN:
            self.too_costly(element, f"a mask or a pattern lies more than {MAX_CHAIN} deep in others")
            return marks
        self.referring += 1
        self.group(element, style, _Place(style, matrix, 1 + MAX_DEPTH // 2, marks, MAX_NESTED // 2))
        self.referring -= 1
        return marks

    def add(self, mark: Mark, marks: list[Mark], shapes: int = 1) -> None:
        """Put a mark, which draws this many shapes, behind the others."""
        marks.append(mark)
        self.shapes += shapes + (len(mark.path) // _STEPS if isinstance(mark, Shape) else 0)
        self.layers += isinstance(mark, Layer)

    def place_element(self, use: Element, place: _Place) -> None:
        """Draw what a use of this very file refers to, with the style and at the place of the use."""
        name = use.attributes.get("href", "")[1:]
        if (target := self.ids.get(name)) is None:
            message = f"there is no id {excerpt(name)} in this file" if name else "<use> refers to nothing"
            self.problems.add(self.problem(use.where("href"), "unknown-reference", message))
            return
        if target in self.using or target is self.root:
            self.report(*use.where("href"), f"{excerpt(name)} would be drawn inside itself", "use something else here")
            return
        placed = place._replace(matrix=own_matrix(use, place.matrix, self.size, self.report))
        self.using.append(target)
        if target.tag == "symbol" or (target.tag == "svg" and is_meant(target, self.report)):
            style = place.style.read(target, self.report, self.server)
            style = style._replace(shown=style.shown or target.tag == "symbol")  # which display never hides
            self.nested(self.settled(target), use, style, placed)
        elif target.tag != "svg":
            self.draw(target, placed)
        self.using.pop()

    def nested(self, element: Element, sized: Element, style: Style, place: _Place) -> None:
        """Draw a symbol, or an svg in an svg, in its own units and cut off at its edge; ``sized`` says how large."""
        check_attributes(element, self.report)
        if style.effect is not NO_EFFECT:
            message = Undrawn("a symbol that is itself faded, cut or masked")
            self.report(element.line, element.column, message, "use a g")
        view = inner_viewport(element, sized, self.size, self.report)
        if view is None:
            return
        x, y, width, height, matrix = view
        size = seen(element) or (width, height)
        if size != self.size and any(getattr(paint, "of_viewport", False) for paint in (style.fill, style.stroke)):
            message = Undrawn("a gradient that is a share of what is around it")
            own = any("url(" in element.attributes.get(name, "") for name in ("fill", "stroke", "style"))
            painted = element if own else sized
            self.report(painted.line, painted.column, message, "paint the shapes themselves")
        marks: list[Mark] = []
        inner = place._replace(matrix=multiply(place.matrix, matrix), marks=marks if place.marks is not None else None)
        around, self.size = self.size, size
        self.group(element, style, inner)
        self.size = around
        if not marks or place.marks is None:
            return
        if overflow(element) in ("visible", "auto"):
            place.marks.extend(marks)
            return
        self.layers += 1
        edge = moved(box_path(x, y, width, height), place.matrix)
        place.marks.append(Layer(tuple(marks), clips=((edge, False),)))

    def place_file(self, use: Element, style: Style, place: _Place) -> None:
        """Place the picture that an element refers to."""
        picture = self.files.picture(use, current(style))
        if not isinstance(picture, Picture):
            self.problems.update(picture[: max(MAX_PROBLEMS - len(self.problems), 1)])
            return
        self.islands.tell(use, picture.notes)
        if use.tag == "use":
            check_use_of_file(use, self.report)
        sizes = {"width": picture.width, "height": picture.height} if use.tag == "image" else {}
        box = lengths(use, ("x", "y", "width", "height"), self.report)
        if not box or place.marks is None or not (style.visible or place.bare):
            return
        x, y, width, height = natural(use, box, sizes)
        if width and height and place.bare:
            edge = picture.edge(x, y, width, height, aspect(use, self.report), place.matrix)
            place.marks.append(Shape(edge, Paint()))
        elif width and height:
            mark = picture.placed(x, y, width, height, aspect(use, self.report), place.matrix)
            self.add(mark, place.marks, picture.shapes + 1)
