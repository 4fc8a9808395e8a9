"""Numbers as a workbook shows them. The expected texts are what Excel and LibreOffice show."""

from decimal import Decimal

import pytest
from each import each

from generator.tables.number_format import Untellable, agrees, general, shown_number


@each(
    "value, code, shown",
    [
        ("7", "000", "007"),
        ("2.0", "General", "2"),
        ("1234", "General", "1234"),
        ("-3", "General", "-3"),
        ("5", "@", "5"),
        ("0.1", "General", "0.1"),
        ("0.30000000000000004", "General", "0.3"),
        ("1234.56789012345", "General", "1234.56789"),
        ("1.5", "0.00", "1.50"),
        ("1.5", "0", "2"),
        ("2.5", "0", "3"),
        ("-2.5", "0", "-3"),
        ("3", "+0;-0;0", "+3"),
        ("-3", "+0;-0;0", "-3"),
        ("0", "+0;-0;0", "0"),
        ("-3", "0;[Red](0)", "(3)"),
        ("0.25", "0%", "25%"),
        ("0.255", "0.0%", "25.5%"),
        ("4", '0" coins"', "4 coins"),
        ("4", '"No. "00', "No. 04"),
        ("4", "0\\x", "4x"),
        ("4", 'General\\ "x"', "4 x"),
        ("4", "[$€-407] 0", "€ 4"),
        ("1234567", "#,##0", "1,234,567"),
        ("12", "#,##0.00", "12.00"),
        ("0.5", "#.##", ".5"),
        ("3", "0.##", "3."),
        ("5", "", ""),
        ("5", ";;", ""),
        ("45000.75", "yyyy-mm-dd", "2023-03-15"),
        ("45000.75", "dd.mm.yyyy hh:mm", "15.03.2023 18:00"),
        ("45000.75", "d/m/yy h:mm AM/PM", "15/3/23 6:00 PM"),
        ("0.0625", "mm:ss", "30:00"),
        ("1.5", "[h]:mm", "36:00"),
    ],
)
def test_a_number_is_shown_as_its_format_says(value: str, code: str, shown: str) -> None:
    assert shown_number(Decimal(value), code, ".") == shown


# Half a unit of the last place as it is typed, the number that a file stores for it, and what is shown: rounded to 15
# digits, then half away from zero.
HALVES = (
    ("44.274999999999999", {"0.00": "44.28", "0.0": "44.3", "#,##0.00": "44.28", "0.##": "44.28", '0.00"x"': "44.28x"}),
    ("1.0049999999999999", {"0.00": "1.01", "0.00;(0.00)": "1.01", "[$€-407] 0.00": "€ 1.01", "General": "1.005"}),
    ("0.20749999999999999", {"0.0%": "20.8%", "0%": "21%", "0.00%": "20.75%", "0.000": "0.208"}),
    ("2.4999999999999998", {"0": "3", "0.0": "2.5", "000": "003", "0%": "250%", "General": "2.5"}),
    ("-2.4999999999999998", {"0": "-3", "0;(0)": "(3)", "0.0": "-2.5"}),
    ("1234.5", {"#,##0": "1,235", "0": "1235", "#,##0.0": "1,234.5"}),
    ("1234.4999999999998", {"#,##0": "1,235", "0": "1235", "General": "1234.5"}),
    ("2.4999", {"0": "2", "0.0": "2.5", "0.000": "2.500"}),
    ("347.992326041482670", {"General": "347.992326", "0.000000000000000": "347.992326041483000"}),
    ("0.74999999999999989", {"h:mm": "18:00", "[h]:mm:ss": "18:00:00"}),
)


@each("value, code, shown", [(value, code, shown) for value, by_code in HALVES for code, shown in by_code.items()])
def test_a_number_is_rounded_as_people_typed_it(value: str, code: str, shown: str) -> None:
    assert shown_number(Decimal(value), code, ".") == shown


CODES = (
    ("7", "General", "7"), ("7", '"No. "General', "No. 7"), ("-7", "0;[Red](0)", "(7)"), ("7", "[Color 12]0", "7"),
    ("45000.75", "yyyy-mm-dd", "2023-03-15"), ("45000.75", "h:mm AM/PM", "6:00 PM"), ("45000.25", "h AM/PM", "6 AM"),
    ("0.75", "hh:mm:ss", "18:00:00"), ("1.5", "[h]:mm", "36:00"), ("1.5", "[mm]:ss", "2160:00"),
    ("45000.75", "[$-409]h:mm AM/PM", "6:00 PM"), ("4", "[$kr-41D] 0", "kr 4"),
)  # fmt: skip


@each("value, code, shown", CODES)
def test_codes_have_no_case(value: str, code: str, shown: str) -> None:
    words = code.split('"')
    for change in (str.upper, str.lower, str.swapcase, str.title):
        changed = (
            '"'.join(words[:1] + words[1:2] + [change(word) for word in words[2:]]) if '"' in code else change(code)
        )
        assert shown_number(Decimal(value), changed, ".").casefold() == shown.casefold(), changed
        if "$" not in code:
            assert shown_number(Decimal(value), changed, ".") == shown, changed


@each("code, shown", [("h A/P", "6 P"), ("h a/p", "6 p"), ("h:mm am/pm", "6:00 PM"), ("A/P h", "P 6")])
def test_a_half_of_the_day_is_written_as_its_code_says(code: str, shown: str) -> None:
    assert shown_number(Decimal("45000.75"), code, ".") == shown


@each("locale", ["", "-", "-409", "-0409", "-809", "-en-US", "-EN-gb", "-en", "-0"])
def test_times_of_an_english_locale_are_shown(locale: str) -> None:
    assert shown_number(Decimal("0.75"), f"[${locale}]h:mm AM/PM;@", ".") == "6:00 PM"


@each("locale", ["-407", "-411", "-de-DE", "-ja-JP", "-zh-Hans-CN", "-419"])
def test_a_language_is_told_apart_only_where_it_shows(locale: str) -> None:
    assert shown_number(Decimal("45000.75"), f"[${locale}]yyyy/mm/dd hh:mm", ".") == "2023/03/15 18:00"
    with pytest.raises(Untellable, match="another language"):
        shown_number(Decimal("0.75"), f"[${locale}]h:mm AM/PM", ".")


@each(
    "bracket",
    [
        *(
            "$-F400", "$-f400", "$-F800", "$-x-systime", "$-x-sysdate", "$-D07041E", "$-D000000", "$-1060000",
            "$-107041E",
        ),
        *("$-th-TH,107", "$-ja-JP-x-gannen", "$-fa-IR,A0B", "DBNum1", "~buddhist", "NatNum1", ">=5", "=1"),
    ],
)  # fmt: skip
def test_a_time_calendar_or_digits_of_the_computers_own_are_not_guessed(bracket: str) -> None:
    for code in ("yyyy-mm-dd", "h:mm:ss AM/PM", "0"):
        with pytest.raises(Untellable):
            shown_number(Decimal("45000.75"), f"[{bracket}]{code}", ".")


@each(
    "letters",
    ["ggge", "e", "b2yyyy", "JJJJ", "tt.mm.jjjj", "aaaa", "r", "Q", "nn", "0 pt", "0x", "0 шт", "0元", "ГГГГ"],
)
def test_letters_that_are_no_code_are_not_printed(letters: str) -> None:
    with pytest.raises(Untellable):
        shown_number(Decimal(45000), letters, ".")
    for quoted in (f'0" {letters}"', "0" + "".join(f"\\{sign}" for sign in f" {letters}")):
        assert shown_number(Decimal(3), quoted, ".") == f"3 {letters}"


@each("sign", "$-+():!^&'~{}<>= €£")
def test_signs_that_need_no_quotes_stand_for_themselves(sign: str) -> None:
    assert shown_number(Decimal(3), f"0{sign}", ".") == f"3{sign}"


@each("code", ["mm", "d", "yyyy", "[$-409]d/m/yy", "m/d h:mm", "mmm-yy", "dd hh:mm"])
def test_days_before_march_1900_are_not_guessed(code: str) -> None:
    for value in ("0.75", "1", "60.5"):
        with pytest.raises(Untellable):
            shown_number(Decimal(value), code, ".")


@each("code", ["h:mm", "[$-409]h:mm", "hh:mm:ss", "mm:ss", "[m]:ss", "[$-409]h:mm\\ AM/PM;@", "h"])
def test_times_are_the_same_before_1900(code: str) -> None:
    assert shown_number(Decimal("0.75"), code, ".")


@each(
    "value, code",
    [
        *(
            ("3", "# ?/?"),
            ("3", "0.00E+00"),
            ("3", "[>2]0;0.0"),
            ("3", "0,"),
            ("-0.4", "0"),
            ("3", "000-000"),
            ("3", "0;0;0;0;0"),
        ),
        *(("45000", "d mmm yyyy"), ("45000", "dddd"), ("12", "yyyy-mm-dd"), ("1e12", "General"), ("1e15", "0")),
        *(
            ("3", "0/16"),
            ("3", "0/0"),
            ("123", '0"."00'),
            ("3", "0\\.0"),
            ("99999999999.5", "General"),
            ("3", "0.0e+0"),
        ),
        *(("0.00001", "General"), ("3", "0" * 300), ("-4", "yyyy-mm-dd"), ("9999999", "yyyy-mm-dd")),
    ],
)
def test_what_depends_on_more_than_the_file_is_not_guessed(value: str, code: str) -> None:
    with pytest.raises(Untellable):
        shown_number(Decimal(value), code, ".")


@pytest.mark.parametrize("code, value", [("General", "1.5"), ("0.0", "1"), ("#,##0", "1234")])
def test_a_sign_that_each_computer_sets_is_asked_for(code: str, value: str) -> None:
    with pytest.raises(Untellable):
        shown_number(Decimal(value), code, None)
    assert shown_number(Decimal(value), code, ",") == shown_number(Decimal(value), code, ".").translate(
        {44: 46, 46: 44}
    )


@each("value", ["0", "1", "17", "99999999999", "0.5", "-2.25", "1E+3", "123456.75"])
def test_general_says_a_short_number_itself(value: str) -> None:
    assert Decimal(general(Decimal(value))) == Decimal(value)


@each(
    "shown, value, same",
    [
        *(("007", "7", True), ("1,5", "1.5", True), ("1.234,5", "1234.5", True), ("1 234", "1234", True)),
        *(("(3)", "-3", True), ("4 coins", "4", True), ("25%", "0.25", False), ("2", "1.5", False), ("", "3", False)),
    ],
)
def test_a_number_is_taken_only_where_all_of_it_is_seen(shown: str, value: str, same: bool) -> None:
    assert agrees(shown, Decimal(value)) is same
