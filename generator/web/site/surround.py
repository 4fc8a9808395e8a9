"""What all pages of a site share, and what each is asked for with."""

from collections.abc import Sequence

from msgspec import Struct

from generator.web.site.addresses import INDEX, Addresses, relative
from generator.web.site.askable import MadeScreen, SitePage
from generator.web.speech import tongues


class Surround(Struct, frozen=True):
    """A site around its pages."""

    addresses: Addresses
    made: frozenset[MadeScreen] = frozenset()  # the screens that the tool answers in the browser
    base: str = ""

    def page(
        self, address: str, language: str, languages: Sequence[str], picture: str = ""
    ) -> tuple[SitePage, dict[str, str]]:
        """What a page knows, and the options that it is asked for with.

        Args:
            address: the page's in the workshop.
            language: of the pages around it.
            languages: those that its game is written in; none of a page that is about no game.
            picture: of the page, for who shares its address.
        """
        file = self.addresses.place(address, language).file
        root = relative(INDEX, file).rstrip("/")
        site = SitePage(
            language, self.addresses.languages, root, address, bool(self.made), self.made, self.base, picture
        )
        options = {"ui": language if language in tongues() else tongues()[0]}
        if (not languages or language in languages) and not set(address.split("/")) & {"lab", "forge"}:
            options["lang"] = language
        return site, options
