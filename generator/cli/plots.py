"""Plots of the lab as files of their own: ``--plots DIR``."""

from collections.abc import Iterable
from pathlib import Path

from generator.cli.lab_commands import PlotForm
from generator.cli.reporting import counted, note
from generator.core.atomic import replacing
from generator.core.folders import shipped_common
from generator.core.problem import Infeasible
from generator.lab.plots.single import as_png, cut_out
from generator.model.values import Ids


def write_plots(folder: Path, form: PlotForm, plots: Iterable[tuple[str, str]]) -> None:
    """Write plots, each under the name of what it shows.

    Args:
        folder: where.
        form: as what.
        plots: what each shows, and the whole SVG file.

    Raises:
        Infeasible: what draws PNG is not installed.
        OSError: a file cannot be written.
    """
    ids, written = Ids((), otherwise="plot"), 0
    for name, plot in plots:
        content = plot.encode() if form == "svg" else _png(plot)
        with replacing(folder / f"{ids.new(name)}.{form}") as file:
            file.write_bytes(content)
        written += 1
    note(f"wrote {counted(written, 'plot')} into {folder.as_posix()}")


def write_plots_of(folder: Path, form: PlotForm, page: str) -> None:
    """Write every plot of a page; see `write_plots`."""
    write_plots(folder, form, cut_out(page))


def _png(plot: str) -> bytes:
    try:
        return as_png(plot, shipped_common() / "fonts")
    except ImportError:
        raise Infeasible("plots as PNG are drawn by resvg-py: pip install resvg-py") from None
