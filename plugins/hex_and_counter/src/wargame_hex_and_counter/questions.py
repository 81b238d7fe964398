"""What people ask of a game of hexes and counters: its charts and rules, and exact odds of a fight."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated

from wargame_core.authoring import Modifier
from wargame_core.charts import Fight, OddsTable, TextCard
from wargame_core.json_form import JsonObject
from wargame_core.odds_answers import OddsAnswer
from wargame_core.plugins.questions import ChartLookup, Question, question
from wargame_core.plugins.rules_index import Heading, RulesIndex
from wargame_hex_and_counter.printed.in_words import TERRAIN_CHART, sentence, terrain_in_words
from wargame_hex_and_counter.rules.hex_game import HexGame
from wargame_hex_and_counter.rules.rules_in_words import rules_in_words

Attack = Annotated[Fraction, "the attackers' strength"]
Defence = Annotated[Fraction, "the defenders' strength"]
Shift = Annotated[int, "columns to the right, with a minus sign to the left"]


def charts_of(game: HexGame) -> Mapping[str, ChartLookup]:
    """The charts of a game by name: its odds tables, and the terrain effects chart."""
    odds_tables = {table.chart.id: ChartLookup(table.chart.title, table, _lookup(table)) for table in game.tables}
    return {
        **odds_tables,
        "terrain": ChartLookup(TERRAIN_CHART, TextCard(terrain_in_words(game.chart, game.book.map))),
    }


def rules_of(game: HexGame) -> RulesIndex:
    """The rules of a game under their headings, for the players at a table: those of its parts and its special rules.

    What changes with the scenario is told of the first one.
    """
    board = game.set_up(next(iter(game.scenarios)), {})
    headings_and_texts = [
        (rule.heading, f"{rule.text}{f' [{rule.cite}]' if rule.cite else ''}") for rule in rules_in_words(game, board)
    ]
    headings_and_texts += [
        (cite.heading if cite is not None and cite.heading else "Special rules", text) for text, cite in game.special()
    ]
    headings_and_texts += [("Victory", sentence(rule.text)) for rule in game.victory_of(board).rules(board, game.basis)]
    rule_texts: dict[str, list[str]] = {}
    for heading, text in headings_and_texts:
        rule_texts.setdefault(heading, []).append(text)
    headings = tuple(Heading("", heading, says=" ".join(texts)) for heading, texts in rule_texts.items())
    return RulesIndex(game.title, headings, game.sequence)


def odds_of(game: HexGame) -> Mapping[str, Question]:
    """The exact odds that can be asked for: those of a fight on each table."""
    return {table.chart.id: _chances(table) for table in game.tables}


def _fight(table: OddsTable, attack: Fraction, defence: Fraction, shift: int) -> Fight:
    return table.fight(attack, defence, [Modifier(shift, "shift")] if shift else [])


def _lookup(table: OddsTable) -> Question:
    def result(attack: Attack, defence: Defence, die: Annotated[int, "the die"], shift: Shift = 0) -> JsonObject:
        """The result of a fight."""
        fight = _fight(table, attack, defence, shift)
        outcome = fight.result(die)
        return {"column": fight.column, "result": outcome.code, "means": str(outcome)}

    return question(result)


def _chances(table: OddsTable) -> Question:
    def chances(attack: Attack, defence: Defence, shift: Shift = 0) -> OddsAnswer:
        """The chance of each result of a fight."""
        fight = _fight(table, attack, defence, shift)
        return OddsAnswer(f"{table.chart.title}: {fight}", fight.chances)

    return question(chances)
