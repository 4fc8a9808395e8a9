"""``pnp site``."""

from generator.cli.ending import progress_bar
from generator.cli.reporting import note, one_line, report
from generator.core.folders import Project
from generator.web.site.making import SiteOrder, make_site


def run(project: Project, order: SiteOrder) -> int:
    """Make a site; the exit status."""

    with progress_bar() as progress:
        made = make_site(project, order, progress or (lambda *_: None))
    size = f"{made.size / 1e6:.1f} MB"
    report(one_line(f"{order.out.as_posix()}: {made.files:,} files, {size}; {made.changed:,} written"))
    if made.lacks:
        note(made.lacks)
    return 0
