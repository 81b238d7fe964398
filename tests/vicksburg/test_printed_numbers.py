"""GotW p.4 to 24: the tables of the book, typed a second time from its text, against the data that is played with."""

from pathlib import Path

from tests.altar_of_freedom.printed_campaign import base_labels, campaign_tables, places_of
from tests.printed_tables import Files, Tables, laid_out, shipped, typed, unnoticed

WHO = {
    "us_xiii": "McClelland's Corps",  # as the book misspells McClernand there
    "us_xv": "Sherman's Corps",
    "us_xvii": "McPherson's Corps",
    "cs_mississippi_loring": "Loring's Division",
    "cs_mississippi_bowen": "Bowen's Division",
    "cs_mississippi_stevenson": "Rest of Army of MS",
    "cs_relief_gregg": "Gregg's Division",
}
CORRECTED_LABELS: dict[tuple[str, ...], tuple[str, ...]] = {
    ("federal", "MATHIES", "-1", "Tuttle's Div."): ("federal", "MATTHIES", "-1", "Tuttle's Div."),
    ("federal", "LEGGETT", "+1", "Logan's Div."): ("federal", "LEGGETT", "-1", "Logan's Div."),
    ("confederate", "MAXEY", "+3", "McNair's Div."): ("confederate", "MAXEY", "+3", "French's Div."),
    ("confederate", "COSBY", "+1", "Jackson's Div."): ("confederate", "COSBY", "+1", "Jackson's Cav. Div."),
    ("confederate", "WHITFIELD", "+1", "Jackson's Div."): ("confederate", "WHITFIELD", "+1", "Jackson's Cav. Div."),
    ("confederate", "ARTILLERY", "+0", "Jackson's Div."): ("confederate", "ARTILLERY", "+0", "Jackson's Cav. Div."),
    ("confederate", "GREGG", "+3", "Gregg's Div."): ("confederate", "GREGG", "+3", "Gregg's Ad Hoc Command"),
    ("confederate", "WILSON", "+2", "Gregg's Div."): ("confederate", "WILSON", "+2", "Gregg's Ad Hoc Command"),
}
"""What is wrong or shortened on the base labels of p.22: the order of battle holds."""


def lay_out(data: Files) -> Tables:
    campaign = data["campaign"]
    siege = next(row["when"]["spaces"] for row in campaign["award"] if row["id"] == "us_siege")
    pickets = next(row["where"]["spaces"] for row in campaign["deployment"] if row["where"]["kind"] == "near_divisions")
    tables = campaign_tables(data)
    more = [("spaces of a siege", siege), ("spaces from pickets to a division", pickets), ("battle cards", 3)]
    return {
        **tables,
        "numbers": [*tables["numbers"], *more],
        "deployment": [*places_of(campaign, WHO)],
        "base_labels": [*base_labels(data["oob"])],
    }


def printed() -> dict[str, list[tuple[str, ...]]]:
    tables = typed(Path(__file__).parent / "printed")
    labels = tables["base_labels"]
    assert CORRECTED_LABELS.keys() <= set(labels)
    corrected = (CORRECTED_LABELS.get(row, row) for row in labels)
    return tables | {"base_labels": sorted((side, name.upper(), *rest) for side, name, *rest in corrected)}


def test_the_data_has_every_printed_number() -> None:
    assert laid_out(lay_out(shipped("wargame_vicksburg", "campaign", "oob", "deck"))) == printed()


def test_another_number_anywhere_is_noticed() -> None:
    data = shipped("wargame_vicksburg", "campaign", "oob", "deck")
    assert unnoticed(data, lay_out, ("deck.card",)) == []  # the cards are not in the document
