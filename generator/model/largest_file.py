"""How large a file of items may be: as the project says in ``pnp.yaml``, since nobody writes megabytes by hand."""

from pathlib import Path

from generator.core.folders import defaults_file
from generator.model.fields import ReadContext, WithinField
from generator.model.problem_log import ProblemLog
from generator.read.file_size import MAX_BYTES, MAX_NODES, MIB, MOST_MIB, Limits
from generator.read.reader import read_file
from generator.read.tree import Mapping

KEY = "largest_file"
_SMALL = MAX_BYTES // 16  # bytes: too few to hold more values than are allowed


LARGEST = WithinField(
    low=1,
    high=MOST_MIB,
    says="MiB that a file of items may have, for decks of ten thousand cards and more, which programs write; each may"
    f" hold {MAX_NODES * MIB // MAX_BYTES:,} values",
    absent=str(MAX_BYTES // MIB),
    example="64",
)


def limits_of(data: Path, file: Path) -> Limits:
    """What the project whose games are in ``data`` says of a file of items."""
    usual = Limits(raisable=True)
    try:
        if file.stat().st_size < _SMALL:
            return usual
    except OSError:  # who reads the file says so
        return usual
    defaults = defaults_file(data)
    root, _ = read_file(defaults, within=defaults.parent) if defaults.exists() else (None, [])
    node = root.values.get(KEY) if isinstance(root, Mapping) else None
    mib = (
        LARGEST.read(node, ReadContext(ProblemLog(""))) if node is not None else None
    )  # `pnp check` tells its mistakes
    return Limits(mib, raisable=True) if isinstance(mib, int) else usual
