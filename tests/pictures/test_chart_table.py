"""Charts in fixed columns are set as tables on paper, with every word that they have."""

import re
from html import unescape

import pytest

from wargame_core import load
from wargame_core.sheet import PlayerAid
from wargame_pictures.paper.chart_table import ChartTable, chart_html, letters_of, parts_of

GAMES = (
    "gettysburg",
    "battlecry",
    "gcacw_on_the_4th_day",
    "thunder_on_the_mississippi",
    "corinth",
    "brices_crossroads",
    "chattanooga",
)
AIDS = {aid.text: aid for game in GAMES for aid in load(game).sheet().aids}.values()
CHART = """\
                    | Defender    | Attacker
die minus die       | 1-3     4-6 | 1-3   more than 3
--------------------+-------------+------------------
-1 or less          |   -       - |  1D            2D
+1                  |  1D  2D, DR |   -             -
  D disorganized
"""


@pytest.mark.parametrize("aid", AIDS, ids=lambda aid: aid.id)
def test_every_word_of_every_chart_is_on_paper_in_its_order_and_none_in_fixed_columns(aid: PlayerAid) -> None:
    html = chart_html(aid.text)
    shown = unescape(re.sub("<[^>]+>", " ", html)).split()
    written = re.sub(r"^-+(\+-+)+$", "", aid.text, flags=re.MULTILINE).replace("|", " ").split()
    assert sorted(shown) == sorted(written)
    assert "<pre" not in html
    assert ("<table" in html) == ("-+-" in aid.text)


def test_columns_stand_under_the_heading_of_their_group() -> None:
    table, line = parts_of(CHART)
    assert table == ChartTable(
        "die minus die",
        (("Defender", 2), ("Attacker", 2)),
        ("1-3", "4-6", "1-3", "more than 3"),
        (("-1 or less", "-", "-", "1D", "2D"), ("+1", "1D", "2D, DR", "-", "-")),
    )
    assert line == "  D disorganized"
    assert letters_of(CHART) == table.letters
    assert '<th colspan="2">Defender</th>' in table.html()
    assert '<td class="mid">2D, DR</td>' in table.html()


def test_what_goes_on_in_a_column_stands_there_and_keys_of_any_length_before_what_they_mean() -> None:
    march = "  march of infantry         1D6\n                            2D6 at night\n"
    assert "<dt>march of infantry</dt><dd>1D6</dd><dt></dt><dd>2D6 at night</dd>" in chart_html(march)
    keys = "  number  points lost\n  D   disorganized, tired\n"
    assert "<dt>number</dt><dd>points lost</dd><dt>D</dt><dd>disorganized, tired</dd>" in chart_html(keys)


def test_a_step_of_the_sequence_keeps_its_depth_and_its_cite() -> None:
    html = chart_html("  repeat: Turn\n    March  [Book p.7]\n")
    assert '<p class="line" style="padding-left:1em">repeat: Turn</p>' in html
    assert 'padding-left:2em">March <span class="soft">[Book p.7]</span>' in html


def test_a_column_of_numbers_or_short_signs_is_set_in_the_middle_and_one_of_words_is_not() -> None:
    html = chart_html(
        "die | result    to whom\n----+-------------------\n1   |      NE    nobody\n2   |       1  both sides\n"
    )
    assert '<td class="mid">NE</td><td>nobody</td>' in html
    assert '<td class="mid">1</td><td>both sides</td>' in html


def test_a_tall_table_of_pairs_stands_in_two_halves() -> None:
    def pairs(count: int) -> str:
        return "\n".join(["odds | shift", "-----+------", *(f"{n:<4} | {n:>5}" for n in range(count))])

    assert chart_html(pairs(30)).startswith('<div class="halves"><table')
    assert chart_html(pairs(6)).startswith("<table")
