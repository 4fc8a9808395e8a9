"""A short hash of files: tells an old print from a new one."""

import hashlib
from pathlib import Path


def short_hash(*paths: Path) -> str:
    """Seven digits of the hash of these files' bytes, in this order; a file that is not there counts as empty."""
    digest = hashlib.sha256()
    for path in paths:
        if path.is_file():
            digest.update(path.read_bytes())
    return digest.hexdigest()[:7]
