"""Digests of texts."""

from hashlib import sha256


def digest_of(*parts: str) -> str:
    """A digest of texts in this order."""
    return sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()
