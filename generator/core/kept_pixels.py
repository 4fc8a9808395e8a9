"""Where pixels that took long to draw are kept from run to run, if the run has such a place."""

from typing import Protocol


class PixelStore(Protocol):
    """Bytes by key; a cache on disk is one."""

    def get(self, key: str) -> bytes | None:
        """The bytes with this key, or None."""

    def put(self, key: str, body: bytes) -> None:
        """Keep bytes."""


_STORES: list[PixelStore] = []


def keep_pixels_in(store: PixelStore) -> None:
    """Keep pixels there from now on, and nowhere else."""
    _STORES[:] = [store]


def kept_pixels(key: str) -> bytes | None:
    """What is kept by this key, or None."""
    return _STORES[0].get(key) if _STORES else None


def keep_pixels(key: str, body: bytes) -> None:
    """Keep pixels by a key, if there is a place for them."""
    for store in _STORES:
        store.put(key, body)
