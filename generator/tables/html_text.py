"""HTML as Markdown: headings, lists, tables, pictures, bold and italic; of all else the words alone."""

import re
from urllib.parse import quote

TAG = re.compile(r"</?([A-Za-z][\w-]*)[^<>]*>|<!--.*?(?:-->|$)|<[!?][^<>]*>", re.S)
_FLAGS = re.I | re.S
_UNSEEN = re.compile(r"<!--.*?(?:-->|\Z)|<(script|style)\b.*?(?:</\1\s*>|\Z)|<[?!].{0,2000}?>", _FLAGS)
_TABLE = re.compile(r"<table\b.*?(?:</table\s*>|\Z)", _FLAGS)
_ROW = re.compile(r"<tr\b.*?(?=<tr\b|</tr|\Z)", _FLAGS)
_CELL = re.compile(r"<t[hd]\b[^>]*>(.*?)(?=<t[hd]\b|</t|\Z)", _FLAGS)
_CELL_TAGS = re.compile(r"\s*<(?!/?(?:b|i|em|strong)\b)[^<>]*>\s*", re.I)
_IMAGE = re.compile(r"<img\b([^<>]*)>", re.I)
_SET = re.compile(r"(?<![\w-])([\w-]{1,40})\s*=\s*(\"[^\"]*\"|'[^']*'|[^\s\"'>]+)")
_HEADING = re.compile(r"<h([1-6])\b[^<>]*>\s*(.*?)\s*(?:</h\1\s*>|\Z)", _FLAGS)
_PARTS = (
    "p|div|ul|ol|tr|td|th|dl|dt|dd|summary|details|section|center|pre|blockquote|figure|figcaption|hr|article|header"
    "|footer|main|nav|aside|address|body|html|table"
)
_SIMPLE = (
    (re.compile(r"<br\s*/?>\s*", re.I), "\\\\\n"),
    (re.compile(r"<li\b[^<>]*>\s*", re.I), "\n- "),
    (re.compile(r"</?(?:b|strong)>", re.I), "**"),
    (re.compile(r"</?(?:i|em)>", re.I), "*"),
    (re.compile(rf"</?(?:{_PARTS})\b[^<>]*>", re.I), "\n\n"),
    (TAG, ""),
    (re.compile(r"^[ \t]+", re.M), ""),
    (re.compile(r"(?<!\\)<(?=[A-Za-z/!?])"), r"\\<"),  # what is no whole tag
)


def markdown_of(html: str) -> str:
    """The same in Markdown."""
    text = _IMAGE.sub(_image, _TABLE.sub(_table, _UNSEEN.sub("\n\n", html)))
    text = _HEADING.sub(lambda match: f"\n\n{'#' * int(match[1])} {' '.join(match[2].split())}\n\n", text)
    for pattern, instead in _SIMPLE:
        text = pattern.sub(instead, text)
    return text


def _table(match: re.Match[str]) -> str:
    cells = (
        [_CELL_TAGS.sub(" ", cell).replace("|", "\\|") for cell in _CELL.findall(row)] for row in _ROW.findall(match[0])
    )
    rows = [[" ".join(cell.split()) for cell in row] for row in cells if row]
    width = max(map(len, rows), default=0)
    lines = [f"| {' | '.join(row + [''] * (width - len(row)))} |" for row in rows]
    return "\n\n" + "\n".join([*lines[:1], "|---" * width + "|" * bool(lines), *lines[1:]]) + "\n\n"


def _image(match: re.Match[str]) -> str:
    values = {key.lower(): value.strip("\"'") for key, value in _SET.findall(match[1])}
    return f"![{values.get('alt', '')}]({quote(values.get('src', ''), safe='/:%')})"
