"""Markup of other tools is told from what merely looks like it, and HTML becomes ours."""

from time import process_time

from each import each

from generator.draw.text.foreign_markup import foreign_marks, from_html
from generator.draw.text.markup import crossed_marks, read_marks
from generator.read.tree import MARKED

FOREIGN = [
    ("<b>Draw</b> one", [(0, "<b>", "**")]),
    ("a<br>b<br/>c<BR >d", [(1, "<br>", "\\n")]),
    ("<i class='x'>it</i> and <em>so</em>", [(0, "<i class='x'>", "_"), (24, "<em>", "_")]),
    ('Pay <span fgcolor="red">two</span>', [(4, '<span fgcolor="red">', "style.yaml")]),
    ("<color=red>hot</color>", [(0, "<color=red>", "style.yaml")]),
    ("a</strong> b", [(1, "</strong>", "**")]),
    ("<n>", [(0, "<n>", "\\n")]),
    ("<coins> now", [(0, "<coins>", "{coins}")]),
    ("so <!-- not --> it", [(3, "<!--", "\\")]),
    ("R&amp;D &#8217; &#x27; &nbsp;", [(1, "&amp;", "&"), (8, "&#8217;", "’"), (16, "&#x27;", "'"), (23, "&nbsp;", "itself")]),
    ("[b]Draw[/b] [i]it[/i]", [(0, "[b]", "**"), (12, "[i]", "_")]),
    ("[color=red]a [b]c[/b][/color]", [(0, "[color=red]", "style.yaml"), (13, "[b]", "**")]),
    ("gain :sun: now", [(5, ":sun:", "braces")]),
    ("gain :coins:", [(5, ":coins:", "{coins}")]),
    ("2:coins::coins: now", [(1, ":coins:", "{coins}")]),
    ("[B]Draw[/b]", [(0, "[B]", "**")]),
    ("*slanted* words", [(0, "*slanted*", "_")]),
    ("(*slanted words!*)", [(1, "*slanted words!*", "_")]),
    ("Draw.%nThen", [(5, "%n", "\\n")]),
    ("Draw%nthen", [(4, "%n", "\\n")]),
    ("{{ item.name }} {% if a %}", [(0, "{{ item.name }}", "{=")]),
    ("~~gone~~", [(0, "~~gone~~", "line: through")]),
    ("a `word` b", [(2, "`word`", "\\")]),
    ("__bold__", [(0, "__bold__", "**")]),
    ("see [the map](maps/a.svg)", [(4, "[the map](maps/a.svg)", "words")]),
    ("{red}hot{/red}", [(8, "{/red}", "style.yaml")]),
]  # fmt: skip
OURS = [
    "5 < 6 > 4", "a <b and c> d", "a < b> c", "<-> <- -> <= =>", "<3 and </>", "<me@fair.org>", "a * b * c", "2*3*4", "* a note",
    "5* and 6*", "(*) see (*)", "10:30:15", "a:b:c", ":) :o :: 3:2", "Note: see: that", "A::mill::b", "all:of: them:", "50%nuts", "100 %nothing", "100 %n",
    "R&D AT&T; a&b;", "&so;", "[see map] [b] [i] [W]", "[W](2)", "snake_case_name", "name: ____", "__ _ __", "rock `n roll",
    "~ 5 ~ ~~", "\\<b> \\*so\\* \\&amp; \\:sun: \\`a`", "**bold** _it_ **_both_**", "{coins} {=price} {n|coins}", "#1 - a + b | c",
]  # fmt: skip
ICONS = {"{coins}", ":moon:", "*one*", "<fire>"}


@each("text, found", FOREIGN)
def test_other_markup_is_named_where_it_is_with_our_spelling(text: str, found: list[tuple[int, str, str]]) -> None:
    marks = list(foreign_marks(text, ICONS))
    assert [(at, sign) for at, sign, _ in marks] == [(at, sign) for at, sign, _ in found]
    assert all(spelling in hint for (*_, hint), (*_, spelling) in zip(marks, found, strict=True))
    assert MARKED.search(text), "such a text is passed over before it is looked at"


@each("text", [*OURS, *ICONS])
def test_what_only_looks_like_markup_is_left_alone(text: str) -> None:
    assert not list(foreign_marks(text, ICONS))
    assert not list(foreign_marks(text, ICONS, running=True))


@each("text, places", [
    ("**one _two** three_", [6]), ("{red: one _two} three_", [10]),
    ("**one _two_** three", []), ("_one **two** three_", []), ("a _ b _ c", []), ("**a** _b", []),
])  # fmt: skip
def test_marks_that_cross_are_found(text: str, places: list[int]) -> None:
    assert crossed_marks(text, (), ("red",)) == places


HTML = [
    ("<b>Draw</b> one card.<br>Then <i>rest</i> &amp; wait.", "**Draw** one card.\nThen _rest_ & wait."),
    ("<p>One</p>\n<p>Two</p>", "One\nTwo"),
    ("<ul><li>One</li> <li><b>Two</b></li></ul>", "• One\n• **Two**"),
    ("Do:<OL class='x'>\n <LI>one</OL>then", "Do:\n• one\nthen"),
    ("<div>One</div><div>Two</div>", "One\nTwo"),
    ("<br>one", "\none"),
    ("<B><I>x</I></B> <em><strong>y</strong></em>", "**_x_** _**y**_"),
    ("<b>Draw </b>one<i> card</i>", "**Draw** one _card_"),
    ("un<b>kn</b>own", "un**kn**own"),
    ("<b>a</b><b>b</b> <i>c</i> <i>d</i>", "**ab** _c d_"),
    ("<b></b>a<i> </i>b", "a b"),
    ("&lt;b&gt; 5 &lt; 6 &#8217;&nbsp;&eacute;", "\\<b> 5 < 6 ’\u00a0é"),
    ("R&D, 5 < 6, <span>x</span>, un<i>kn</i>own", "R&D, 5 < 6, <span>x</span>, un<i>kn</i>own"),
]  # fmt: skip


@each("written, text", HTML)
def test_html_becomes_our_marks(written: str, text: str) -> None:
    assert from_html(written) == text
    assert from_html(text) == text


@each("tag, look", [("b", "bold"), ("strong", "bold"), ("i", "italic"), ("em", "italic")])
def test_what_was_bold_or_italic_is_so_again(tag: str, look: str) -> None:
    for before, after in (("", ""), ("a ", " b"), ("(", ")!"), ("“", "”")):
        stretches = read_marks(from_html(f"{before}<{tag}>words here</{tag}>{after}"), (), ())
        assert [stretch.text for stretch in stretches if getattr(stretch, look)] == ["words here"]


@each("sign", ["<b>", "[b]", "*a ", ":a", "&amp", "`a", "[a](", "**_", "{{a"])
def test_a_long_text_costs_no_more_than_its_length(sign: str) -> None:
    start = process_time()
    list(foreign_marks(sign * 8_000, ()))
    from_html(sign * 8_000)
    assert process_time() - start < 2
