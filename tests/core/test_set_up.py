"""Set-up files of any game: who stands where, checked alike for all of them."""

from pathlib import Path

from attrs import frozen

from wargame_core.data import Problems, parse_toml
from wargame_core.forces.order_of_battle import SetUpPlace, check_set_up, starts


@frozen
class Row:
    id: str
    side: str
    at: str


def noted(*rows: Row, there: tuple[SetUpPlace, ...] = (), limit: int | None = None) -> list[str]:
    """What is wrong with a file that has these rows, with the line of each."""
    text = "".join(f'[[piece]]\nid = "{row.id}"\nside = "{row.side}"\nat = "{row.at}"\n' for row in rows)
    doc, problems = parse_toml(text, Path("pieces.toml")), Problems()
    placed = starts("piece", ("id", "at"), rows, lambda row: (row.id, row.side, row.at))
    check_set_up(doc, placed, problems, there=there, spaces=("A1", "A2"), sides=("blue", "red"), limit=limit)
    return [str(problem) for problem in problems.found]


def test_friends_may_share_a_space_that_exists() -> None:
    assert noted(Row("b1", "blue", "A1"), Row("b2", "blue", "A1"), Row("r1", "red", "A2")) == []


def test_a_space_and_a_side_that_do_not_exist_are_told_with_those_that_do() -> None:
    assert noted(Row("b1", "blu", "A3")) == [
        "pieces.toml:4:1: E301 piece[0].at: 'A3' is not a space (A1, A2)",
        "pieces.toml:3:1: E301 piece[0].side: 'blu' is not a side (blue, red); did you mean 'blue'?",
    ]


def test_pieces_that_are_not_on_the_map_are_no_company_and_rows_keep_their_lines() -> None:
    assert noted(Row("b1", "blue", ""), Row("r1", "red", ""), Row("r2", "red", "A3"), limit=1) == [
        "pieces.toml:12:1: E301 piece[2].at: 'A3' is not a space (A1, A2)"
    ]
    assert noted(Row("b1", "blue", ""), Row("b1", "blue", "A1")) == [
        "pieces.toml:6:1: E302 piece[1].id: 'b1' is already set up, on line 2"
    ]


def test_a_counter_stands_in_one_place() -> None:
    assert noted(Row("b1", "blue", "A1"), Row("b1", "blue", "A2")) == [
        "pieces.toml:6:1: E302 piece[1].id: 'b1' is already set up, on line 2"
    ]
    assert noted(Row("b1", "blue", "A1"), there=(SetUpPlace("b1", "blue", "A2", (), "b1"),)) == [
        "pieces.toml:2:1: E302 piece[0].id: 'b1' is already set up in the file this adds to"
    ]


def test_enemies_stand_apart_wherever_they_were_set_up() -> None:
    told = "E305 piece[{}].at: r1 cannot be set up in A1, where its enemy b1 stands; "
    told += "a space holds counters of one side only"
    assert noted(Row("b1", "blue", "A1"), Row("r1", "red", "A1")) == [f"pieces.toml:8:1: {told.format(1)}"]
    assert noted(Row("r1", "red", "A1"), there=(SetUpPlace("b1", "blue", "A1", ()),)) == [
        f"pieces.toml:4:1: {told.format(0)}"
    ]


def test_more_than_the_limit_are_told_but_those_of_another_table_do_not_count() -> None:
    rows = [Row(f"b{n}", "blue", "A1") for n in range(3)]
    assert noted(*rows, there=(SetUpPlace("a general", "blue", "A1", ()),), limit=2) == [
        "pieces.toml:12:1: E306 piece[2].at: A1 already holds b0, b1; at most 2 in a space"
    ]
