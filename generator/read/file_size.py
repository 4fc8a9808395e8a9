"""How large a file of YAML may be."""

from msgspec import Struct

MIB = 1024 * 1024
MAX_BYTES = 8 * MIB
MAX_NODES = 400_000
MOST_MIB = 1024  # that a project may allow


class Limits(Struct, frozen=True):
    """How large a file may be: in MiB, each of which may hold this many values."""

    mib: int = MAX_BYTES // MIB
    raisable: bool = False  # whether the project has a say in it

    @property
    def bytes(self) -> int:
        """The most bytes."""
        return self.mib * MIB

    @property
    def nodes(self) -> int:
        """The most values."""
        return self.mib * MAX_NODES * MIB // MAX_BYTES

    @property
    def advice(self) -> str:
        """What to do with a file that is larger."""
        if not self.raisable or 2 * self.mib > MOST_MIB:
            return "split it, or shorten it"
        return f"split it over several games, or raise the limit in pnp.yaml: largest_file: {2 * self.mib}"


USUAL = Limits()
