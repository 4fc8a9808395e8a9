"""The command about spreadsheets: options and wiring. A command imports what is heavy when it runs."""

from generator.cli.data_options import ImportOptions
from generator.cli.group import command


@command("import", writes="data")
def import_(options: ImportOptions) -> int:
    """Turn a spreadsheet's rows into items, or update items.

    It takes a FILE or URL and the --kind, or --all. A Markdown file becomes the text of a kind such as rules.
    Comments, the order, other fields and items stay.
    """
    from generator.cli.import_sheet import run

    return run(options)
