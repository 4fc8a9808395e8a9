"""What a person may choose between, by the words that commands, files and code all use."""

from enum import StrEnum


class Edge(StrEnum):
    """The edge about which paper is turned to print its other side."""

    long = "long"
    short = "short"


class Backs(StrEnum):
    """Where backs go."""

    long = "long"
    short = "short"
    separate = "separate"
    fold = "fold"
    none = "none"

    @property
    def edge(self) -> Edge | None:
        """The edge about which a printer turns the paper between a front and its back; None where it does not."""
        return Edge(self) if self in (Backs.long, Backs.short) else None


class Marks(StrEnum):
    """What a person cuts along."""

    crop = "crop"
    guides = "guides"
    both = "guides-both"
    none = "none"


class JoinName(StrEnum):
    """How the pieces of what is larger than the paper are joined: one over the other, or edge to edge."""

    overlap = "overlap"
    butt = "butt"


class TrimName(StrEnum):
    """How kinds are cut out that can be cut in two ways: straight along their edges, or round their own shape."""

    straight = "straight"
    shaped = "shaped"


class InkName(StrEnum):
    """The edition: black lines to colour in, the game's design for low ink, or its tints under the lines."""

    full = "full"
    low = "low"
    colour = "colour"


class PrintInk(StrEnum):
    """The edition that is printed, or nothing of it: outlines and marks alone, to try paper and cutter."""

    full = "full"
    low = "low"
    colour = "colour"
    none = "none"


class CutFormat(StrEnum):
    """Drawings for cutting machines."""

    svg = "svg"
    dxf = "dxf"


class CutterName(StrEnum):
    """Cutting machines; `generator.sheet.cutters` says what each needs."""

    silhouette = "silhouette"
    silhouette_alpha = "silhouette-alpha"
    graphtec = "graphtec"
    cricut = "cricut"
    scanncut = "scanncut"
    none = "none"
