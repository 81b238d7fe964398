"""What the books print: the tables of the Quick Reference and of the chapters, and every heading with what carries it.

The tables are drawn from the numbers that the rules use.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Final

from attrs import frozen

from wargame_altar_of_freedom.printed.campaign import BOOKS, HEADINGS, Campaign
from wargame_altar_of_freedom.questions.worked_examples import CAMPAIGN_FUNCTIONS, FUNCTIONS, campaign_called
from wargame_altar_of_freedom.rules.battle_cards import ATTACKER_CARDS, DEFENDER_CARDS, CardResult, battle_result
from wargame_core.charts import Block, TextCard, text_table
from wargame_core.flow.sequence import Sequence as PlaySequence
from wargame_core.plugins.questions import ChartLookup, question
from wargame_core.plugins.rules_index import Books, RulesIndex, build_index
from wargame_core.sheet import PlayerAid

Draw = Callable[[Campaign, str], str]


@frozen
class PrintedTable:
    """A table of the books: its drawing, the rule that looks it up, and the heading it is printed under, if another.

    Every campaign of the system prints a ``shared`` one alike.
    """

    title: str
    draw: Draw
    rule: str
    heading: str = ""
    shared: bool = False


@frozen
class CampaignCard:
    """A table of a campaign; the campaign's data are read when the table is first shown."""

    table: PrintedTable
    game: str | None

    def __str__(self) -> str:
        return self.table.draw(campaign_called(self.game), self.table.title)

    def _repr_html_(self) -> str:
        return TextCard(str(self))._repr_html_()


def _table(
    title: str, stub: str, columns: Sequence[str], rows: Mapping[str, Sequence[object]], notes: Iterable[str] = ()
) -> str:
    cells = tuple(tuple(str(cell) for cell in row) for row in rows.values())
    return text_table(title, stub, tuple(rows), (Block("", tuple(columns), cells),), tuple(notes))


def outcome_in_words(result: CardResult) -> str:
    """One cell of the Battle Results Table in our words."""
    if result.outcome == "tabletop":
        return "tabletop battle"
    retreat = f"{result.retreats} back {result.retreat}"
    if result.outcome == "retreat":
        return retreat
    bonus = f", {result.bonus_side} +{result.bonus_per_division} a division near" if result.bonus_side else ""
    return f"skirmish{bonus}, {retreat}"


def battle_results(campaign: Campaign, title: str) -> str:
    """Both Battle Cards. Source: GotW p.10 Battle Results Table (AFI p.10)."""
    rows = {
        f"defender: {defender}": [outcome_in_words(battle_result(defender, attacker)) for attacker in ATTACKER_CARDS]
        for defender in DEFENDER_CARDS
    }
    range_note = (
        f"a division near: each other one of that side within {campaign.contact_range} spaces; retreats in spaces"
    )
    return _table(title, "", [f"attacker: {card}" for card in ATTACKER_CARDS], rows, [range_note])


def skirmish(campaign: Campaign, title: str) -> str:
    """The sum of a skirmish. Source: GotW p.10 Minor Skirmishes (AFI p.10)."""
    return (
        f"{title}\n"
        "  each side: d6, +1 for every brigade of the engaged division, and the bonus of the Battle Results Table\n"
        "  the higher total wins, a tie the defender\n"
        "  a natural 1 breaks a brigade of the side that rolled it"
    )


def movement(campaign: Campaign, title: str) -> str:
    """Spaces by kind of token. Source: GotW p.6 Movement Rates (AFI p.6)."""
    die = campaign.staff_die
    rows = {kind: [spaces, f"+ d{die.sides}" if spaces else "-"] for kind, spaces in campaign.base_move.items()}
    counts = [f"a Staff Die of {face} counts as {value}" for face, value in die.counts_as.items()]
    return _table(
        title, "token", ["spaces", "Staff Die"], rows, ["off the roads the Staff Die alone moves a token", *counts]
    )


def time_of_day(campaign: Campaign, title: str) -> str:
    """First hour and turns of a battle. Source: GotW p.12 Time of Day (AFI p.12)."""
    rows = {str(face): [hours.start, hours.turns] for face, hours in campaign.battle_time.items()}
    return _table(title, "die", ["first hour", "turns"], rows, [f"the battle ends at {campaign.nightfall}"])


def reinforcement(campaign: Campaign, title: str) -> str:
    """When reinforcements arrive. Source: GotW p.13 Reinforcement Table (AFI p.13)."""
    columns = [f"{spaces + 1} away" for spaces in range(campaign.reinforcement_range)]
    notes = ["at the end of which turn of the battle", f"+{campaign.road_bonus} to the die along roads all the way"]
    return _table(title, "die", columns, {str(die): turns for die, turns in campaign.reinforcement.items()}, notes)


def special_actions(campaign: Campaign, title: str) -> str:
    """What a Staff Die must show for a special action. Source: GotW p.8 Special Actions (AFI p.8)."""
    return f"{title}\n  one Staff Die each, succeeds on {campaign.special_action_target} or more"


def rally(campaign: Campaign, title: str) -> str:
    """What a Staff Die must show for a rally. Source: GotW p.14 Reconstituting Broken Units (AFI p.14)."""
    return f"{title}\n  one unspent Staff Die a brigade, succeeds on {campaign.rally_target} or more"


def breakpoint_of_an_army(campaign: Campaign, title: str) -> str:
    """When an army breaks. Source: GotW p.13 Ending a Battle (AFI p.13)."""
    return f"{title}\n  {campaign.breakpoint.fraction} of the brigades, rounded {campaign.breakpoint.rounding}"


TABLES: Final[Mapping[str, PrintedTable]] = {
    "battle_results": PrintedTable("Battle Results Table", battle_results, "battle_result", shared=True),
    "skirmish": PrintedTable("Minor Skirmish Resolution", skirmish, "minor_skirmish", "Minor Skirmishes", shared=True),
    "movement": PrintedTable("Map Movement Rates", movement, "march_allowance", "Movement Rates"),
    "time_of_day": PrintedTable("Time of Day", time_of_day, "battle_hours"),
    "special_actions": PrintedTable("Special Actions", special_actions, "special_action", shared=True),
    "rally": PrintedTable("Reconstituting Broken Units", rally, "rally"),
    "breakpoint": PrintedTable("Breakpoint", breakpoint_of_an_army, "army_breakpoint", "Ending a Battle", shared=True),
    "reinforcement": PrintedTable("Reinforcement Table", reinforcement, "reinforcement", shared=True),
}
"""By the name of the chart."""


def player_aids(campaign: Campaign) -> tuple[PlayerAid, ...]:
    """All charts of a campaign, drawn from its own numbers."""
    return tuple(
        PlayerAid(
            name, table.title, table.draw(campaign, table.title), str(campaign.cite(table.heading or table.title))
        )
        for name, table in TABLES.items()
    )


def campaign_charts(game: str | None = None) -> Mapping[str, ChartLookup]:
    """The charts of a game; without a game, those that all campaigns of the system print alike."""
    charts = {}
    for name, table in TABLES.items():
        if game is not None or table.shared:
            arguments = {"game": game} if game is not None and table.rule in CAMPAIGN_FUNCTIONS else {}
            chart_question = question(partial(FUNCTIONS[table.rule], **arguments))
            charts[name] = ChartLookup(table.title, CampaignCard(table, game), chart_question)
    return charts


PACKAGE: Final = Path(__file__).parents[1]
TESTS: Final[Mapping[str, str]] = {"GotW": "vicksburg", "AFI": "gettysburg"}
"""The folder of tests of what only one book has."""


def campaign_rules_index(
    book: str, document: str, sequence: PlaySequence | None = None, folders: tuple[Path, ...] = ()
) -> RulesIndex:
    """The index of one supplement; ``book`` is its short name, ``folders`` the package with the campaign's own rules.

    A book whose headings we do not know is shown with those of the first supplement, without pages.
    """
    books = tuple(dict.fromkeys((book, BOOKS[0])))  # what is cited from the first book holds for the others as well
    code_folders = tuple(folder for folder in folders if (folder / "__init__.py").is_file())
    where = Books(
        books=books,
        packages={folder.name: folder for folder in (PACKAGE, *code_folders)},
        tests=("altar_of_freedom", TESTS.get(book, TESTS[BOOKS[0]])),
        other_books=tuple(other_book for other_book in BOOKS if other_book not in books),
        beside=tuple(folder for folder in folders if folder not in code_folders),
    )
    return build_index(document, HEADINGS, where, sequence, with_pages=book in BOOKS)
