"""Numbers as a workbook shows them. The expected texts are what Excel and LibreOffice show."""

from decimal import Decimal

import pytest
from each import each

from generator.project.spreadsheet.number_format import Untellable, agrees, general, shown_number


@each(
    "value, code, shown",
    [
        ("7", "000", "007"),
        ("2.0", "General", "2"),
        ("1234", "General", "1234"),
        ("-3", "General", "-3"),
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
        ("4", "General\\ x", "4 x"),
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
