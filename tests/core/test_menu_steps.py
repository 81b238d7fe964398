"""Long menus in steps: by what is done and what it names first, with labels that differ, and nothing lost."""

from wargame_core.flow.about import About
from wargame_core.flow.choices import Action
from wargame_core.flow.events import Board
from wargame_core.flow.menu_steps import OfferedChoice, menu_steps

UNITS, PLACES = ("Hood", "Pickett"), ("A1", "A2", "A3")
MARCHES = [OfferedChoice(f"march with {unit} to {place}", "march", (unit, place)) for unit in UNITS for place in PLACES]
SUBSETS = [
    OfferedChoice(f"dice for {', '.join(names)}", "allot", names)
    for names in (("a's men",), ("a's men", "b"), ("a's men", "c"), ("b",), ("b", "c"), ("c",))
]


def labels(offers: list[OfferedChoice], within: tuple[int, ...] | None = None, long: int = 3) -> list[tuple[str, int]]:
    return [(step.label, len(step.rows)) for step in menu_steps(offers, within, long=long)]


def test_first_the_unit_then_the_place() -> None:
    first = menu_steps(MARCHES, long=3)
    assert [step.label for step in first] == ["march with Hood", "march with Pickett"]
    assert labels(MARCHES, first[1].rows) == [(f"march with Pickett to {place}", 1) for place in PLACES]


def test_selections_are_made_piece_by_piece() -> None:
    assert labels(SUBSETS) == [("dice for a's men", 3), ("dice for b", 2), ("dice for c", 1)]
    assert labels(SUBSETS, (0, 1, 2), 2) == [
        ("dice for a's men", 1),
        ("dice for a's men, b", 1),
        ("dice for a's men, c", 1),
    ]


def test_many_groups_are_put_together_by_what_they_do() -> None:
    many = [
        OfferedChoice(f"{kind} {unit} {place}", kind, (unit, place))
        for kind in ("go", "hit")
        for unit in "xyz"
        for place in "12"
    ]
    assert labels(many, long=5) == [("go", 6), ("hit", 6)]
    assert labels(many, tuple(range(6)), 5) == [("go x", 2), ("go y", 2), ("go z", 2)]


def test_groups_that_would_read_alike_are_told_by_their_first_choice() -> None:
    twins = [
        OfferedChoice(f"go to {place} with {piece}", "go", (piece, place))
        for piece in ("u1", "u2")
        for place in ("x", "y")
    ]
    assert labels(twins, long=2) == [("go to x with u1 ...", 2), ("go to x with u2 ...", 2)]


def test_every_choice_is_in_one_step_and_comes_in_the_order_of_the_menu() -> None:
    for offers in (MARCHES, SUBSETS):
        rows = [row for step in menu_steps(offers, long=2) for row in step.rows]
        assert rows == list(range(len(offers)))


def test_an_action_and_its_row_on_the_wire_are_the_same_offer() -> None:
    class March(Action):
        def text(self, board: object) -> str:
            return "march on"

        def about(self, board: object) -> About:
            return About(("u1",), to="A1", cards=("c1",))

    row = {"label": "march on", "action": {"kind": "march"}, "about": March().about(Board()).to_json()}
    offer = OfferedChoice("march on", "march", ("u1", "A1", "c1"))
    assert OfferedChoice.of(March(), Board()) == OfferedChoice.read(row) == offer
    assert menu_steps([row, row], long=1) == menu_steps([offer, offer], long=1)
