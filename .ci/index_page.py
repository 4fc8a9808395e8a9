"""What an index shows of a distribution: the README with whole addresses, and where the project lies.

Only who publishes knows the address; it is given when a distribution is built, and without it links stay as they are:
`PNP_REPOSITORY=https://host/owner/pnp-generator python3 -m build`
"""

import os
import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

LINK = re.compile(r"(?P<picture>!?)\[(?P<text>(?:!\[[^]]*\]\([^)]*\)|[^]])*)\]\((?![a-z]+:|#)(?P<path>[^)]+)\)")


class IndexPage(MetadataHookInterface):
    """Sets `readme`, and `urls` where the address is known."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Put both into ``metadata``, in place."""
        address = os.environ.get("PNP_REPOSITORY", "").rstrip("/")
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        if address:
            tag = f"v{metadata['version']}"
            text = with_addresses(text, address, tag)
            metadata["urls"] = {
                "Source": address,
                "Documentation": f"{address}/tree/{tag}/docs",
                "Changelog": f"{address}/blob/{tag}/CHANGELOG.md",
                "Issues": f"{address}/issues",
            }
        metadata["readme"] = {"content-type": "text/markdown", "text": text}


def with_addresses(text: str, address: str, tag: str) -> str:
    """Markdown whose links and pictures of the repository hold anywhere.

    Args:
        text: Markdown.
        address: the repository's, as browsers open it.
        tag: the state whose files are meant.
    """

    def whole(found: re.Match[str]) -> str:
        inner = LINK.sub(whole, found["text"])
        way = "raw" if found["picture"] else "blob"
        return f"{found['picture']}[{inner}]({address}/{way}/{tag}/{found['path']})"

    return LINK.sub(whole, text)
