"""AFI p.4 to 25: the tables of the book, typed a second time from its text, against the data that is played with."""

from pathlib import Path

from tests.altar_of_freedom.kit import PLUGINS
from tests.altar_of_freedom.printed_campaign import base_labels, campaign_tables, places_of
from tests.printed_tables import Files, Tables, laid_out, shipped, typed, unnoticed

from wargame_core.data import Basis
from wargame_pictures.paper.account import account

WHO = {
    "us_i": "I & XI Corps",
    "us_ii": "II Corps",
    "us_iii": "III, V, & XII Corps",
    "us_vi": "VI Corps",
    "us_cavalry": "Pleasanton's Corps",  # as the book misspells Pleasonton there
    "cs_i": "Longstreet's Corps",
    "cs_ii": "Ewell's Corps",
    "cs_iii": "AP Hill's Corps",
}
CORRECTED_LABELS = {
    "BROCKENBR...": "BROCKENBROUGH",
    "SCHIMMELF...": "SCHIMMELFENNIG",
    "KRYZANKOW...": "KRYZANOWSKI",
    "FITZ LEE": "FITZ. LEE",
    "STUEART": "STEUART",
    "CAROL": "CARROLL",
    "COOK": "COOKE",
    "KNIFE": "KNIPE",
}
"""Names that the base labels of p.21 to 23 shorten or misspell: the order of battle holds."""
OF_ANOTHER = {"CHAMBLISS": "Stuart's Div.", "BURLING": "Humphreys' Div."}
"""Brigades whose label names another division (Pender's) or misspells it."""
BESIDES = {"us_susquehanna": "Couch's pickets", "cs_army_troops": "Stuart's pickets"}


def lay_out(data: Files) -> Tables:
    campaign, tables = data["campaign"], campaign_tables(data)
    routes = next(row["when"]["needed"] for row in campaign["award"] if row["id"] == "cs_routes")
    more = [("earthworks of Baltimore", campaign["earthworks"][0]["bonus"]), ("clear routes needed", routes)]
    besides: list[tuple[str, str, str]] = []
    for row in campaign["deployment"]:
        where = ", ".join(row["where"].get("places", ()))
        if "pickets" in row:
            besides.append((row["side"], BESIDES[row["pickets"][0]], where))
        elif row.get("divisions") == ["us_reserve_french"]:
            besides.append((row["side"], "French's garrison", where.replace("Harpers", "Harper's")))
        elif "tokens" in row:
            assert row["tokens"] == {"baggage_train": 1}
            besides.append((row["side"], "Baggage Train", where))
    return {
        **tables,
        "numbers": [*tables["numbers"], *more, ("battle cards", 3)],
        "deployment": [*places_of(campaign, WHO), *besides],
        "base_labels": [row for row in base_labels(data["oob"]) if row[1] != "ARTILLERY"],
    }


def printed() -> dict[str, list[tuple[str, ...]]]:
    """The typed tables, with the base labels put right; batteries have labels of their corps there, or none."""
    tables = typed(Path(__file__).parent / "printed")
    labels = []
    for side, label, rating, division in tables["base_labels"]:
        name = CORRECTED_LABELS.get(label, label.upper())
        if name not in ("ARTILLERY", "ARTILLRY"):
            labels.append((side, name, rating, OF_ANOTHER.get(name, division)))
    return tables | {"base_labels": sorted(labels)}


def test_the_data_has_every_printed_number() -> None:
    assert laid_out(lay_out(shipped("wargame_gettysburg", "campaign", "oob", "deck"))) == printed()


def test_another_number_anywhere_is_noticed() -> None:
    data = shipped("wargame_gettysburg", "campaign", "oob", "deck")
    # the cards are not in the document; it counts 52 Federal brigades, which is compared, and forgets the 5 of Couch
    assert unnoticed(data, lay_out, ("deck.card", "oob.side.0.stated.infantry")) == []


def test_what_is_not_from_the_text_has_a_note() -> None:
    found = account(sorted((PLUGINS / "gettysburg/src/wargame_gettysburg/data").glob("*.toml")))
    assert {datum.file for datum in found.data if datum.basis is not Basis.TEXT and not datum.note} <= {"map.toml"}
