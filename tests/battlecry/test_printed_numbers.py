"""What *Battle Cry 150* prints of battles, box and pieces, typed a second time from its text, against the data.

The document ends before its maps, cards and terrain: those numbers are not in it.
"""

from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

from tests.printed_tables import Files, Tables, laid_out, shipped, typed, unnoticed

BATTLES = sorted(
    path.name.removesuffix(".toml")
    for path in (files("wargame_battlecry") / "data").iterdir()
    if path.name[:3].isdecimal()
)
MONTHS = (
    "",
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
KINDS = ("infantry", "cavalry", "artillery", "horse_artillery")


def lay_out(data: Files) -> Tables:
    return {
        "battles": [*_battles(data)],
        "box": [*_box(data)],
        "pieces": [*_pieces(data["pieces"])],
    }


def _battles(data: Files) -> Iterator[tuple[object, ...]]:
    for name in BATTLES:
        battle = data[name]["battle"]
        title, _, part = battle["title"].removesuffix(")").partition(" (")
        yield battle["number"], title, battle["place"], part, _date(battle["date"]), battle["group"]


def _date(date: str) -> str:
    """The date 1862-04-06/07 as the document writes it: April 6–7, 1862."""
    first, _, last = date.partition("/")
    year, month, day = first.split("-")
    begins = f"{MONTHS[int(month)]} {int(day)}"
    if not last:
        return f"{begins}, {year}"
    if "-" not in last:
        return f"{begins}–{int(last)}, {year}"
    year, other, day = last.split("-")
    return f"{MONTHS[int(month)][:3]}. {begins.split()[1]}–{MONTHS[int(other)][:3]}. {int(day)}, {year}"


def _box(data: Files) -> Iterator[tuple[str, object]]:
    box = data["pieces"]["box"]
    yield "command cards", sum(card["count"] for card in data["deck"]["card"])
    yield "tiles", box["tiles"]
    yield "works", box["works"]
    yield "flag tokens", box["flag_tokens"]
    yield "battles", len(BATTLES)
    for kind in ("generals", "artillery", "cavalry", "infantry"):
        yield kind, box[kind]
    for kind in data["pieces"]["kind"]:
        if kind["id"] in ("artillery", "cavalry", "infantry"):
            yield f"figures of {kind['id']}", kind["figures"]


def _pieces(pieces: Files) -> Iterator[tuple[object, ...]]:
    for kind in pieces["kind"]:
        if kind["id"] in KINDS:
            most = kind["battle_after"]
            after = "any" if most >= kind["move"] else most
            dice = " ".join(map(str, kind["dice"])) if "dice" in kind else "1 a figure"
            yield kind["id"], kind["move"], after, kind["range"], dice


def printed() -> dict[str, list[tuple[str, ...]]]:
    """The typed tables; parts of battles are shortened in our titles."""
    tables = typed(Path(__file__).parent / "printed")
    tables["battles"] = sorted(
        (number, title, place, part.replace(" of battle", "").replace(" & ", " and "), *rest)
        for number, title, place, part, *rest in tables["battles"]
    )
    tables["box"] = [row for row in tables["box"] if row[0] != "battle dice"]  # which the data need not count
    return tables


def _printed_part(battle: Files) -> Files:
    """What the list of battles prints of one; the rest of its file is found elsewhere or ours."""
    return {"battle": {key: battle["battle"][key] for key in ("number", "title", "place", "date", "group")}}


FILES = shipped("wargame_battlecry", "pieces", "deck", *BATTLES)
DATA = {name: _printed_part(data) if name in BATTLES else data for name, data in FILES.items()}
NOT_PRINTED = (
    "009-murfreesboro.battle.date",  # the year in which it began is left out, as the rest is compared
    "deck.card",  # the document ends before the list of cards; that there are sixty is compared
    "pieces.kind.0.battle_after",  # "and battle": after any move
    "pieces.kind.1.battle_after",
    "pieces.kind.2.first_edition",  # found elsewhere
    "pieces.kind.3.first_edition",
    "pieces.kind.3.figures",  # horse artillery has the pieces of the box's only batteries
)


def test_the_data_has_every_printed_number() -> None:
    assert laid_out(lay_out(DATA)) == printed()


def test_another_number_anywhere_is_noticed() -> None:
    assert unnoticed(DATA, lay_out, NOT_PRINTED) == []
