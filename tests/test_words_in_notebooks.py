"""What files say stays text in notebooks: every class that shows itself as HTML or SVG is tried with hostile words."""

import ast
from collections.abc import Callable, Mapping
from fractions import Fraction
from html.parser import HTMLParser
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from attrs import evolve, fields, has
from tests.core.skirmish_toy import toy

import wargame_core
import wargame_pictures.stories.notebook as notebook
from wargame_core import Distribution, Match, Record
from wargame_core.authoring import Outcome
from wargame_core.charts import NameAxis, number_cells
from wargame_core.charts.chart import Chart, ChartCard, EventTable, TextCard
from wargame_core.flow.panels import Score
from wargame_core.plugins.questions import OddsAnswer
from wargame_core.rulings import Cite, Modifier, Ruling, refuse
from wargame_pictures.stories.film import Film

ROOT = Path(__file__).parents[1]
HOSTILE = "<script>alert(1)</script><img src=x onerror=alert(2)>\"'&lt;b&gt; ]]><!--"
"""What a stranger writes into a file in the place of a label."""


class Markup(HTMLParser):
    """The tags and the words of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags, self.attributes, self.words = set[str](), set[str](), ""
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}

    def handle_data(self, data: str) -> None:
        self.words += data


def hostile(value: Any) -> Any:
    """A value with hostile words in the place of every text in it; what is not text stays."""
    if isinstance(value, str):
        return HOSTILE
    if isinstance(value, tuple):
        return tuple(map(hostile, value))
    if isinstance(value, Mapping):
        return {f"{HOSTILE}{number}": hostile(inner) for number, inner in enumerate(value.values())}
    if has(type(value)):
        copy = object.__new__(type(value))
        for attribute in fields(type(value)):
            object.__setattr__(copy, attribute.name, hostile(getattr(value, attribute.name)))
        return copy
    return value


def printed_chart() -> Chart[Any]:
    """A chart in which every word is hostile: title, axes, labels, cells, notes."""
    rows, columns = (NameAxis.of(HOSTILE, [f"{HOSTILE}{n}" for n in range(2)]) for _ in range(2))
    chart = Chart.of("chart", HOSTILE, rows, columns, [["1", "2"], ["3", "4"]], number_cells(), notes=[HOSTILE])
    return evolve(chart, printed=((HOSTILE, HOSTILE), (HOSTILE, HOSTILE)), stub=HOSTILE)


def a_match() -> Match:
    """A match of a game whose title, briefing and labels of pieces are hostile."""
    game = wargame_core.load("battlecry")
    return evolve(game, rules=evolve(game.rules, title=HOSTILE)).start(seed=1)


def a_view() -> Any:
    """What a notebook asks of a view, every word of it hostile."""
    row = {"label": HOSTILE, "help": HOSTILE}
    scenario, rules = SimpleNamespace(id="1", title=HOSTILE), SimpleNamespace(title=HOSTILE, scenarios=())
    rules.scenarios = (scenario,)
    return SimpleNamespace(
        rules=rules,
        cursor=(HOSTILE, HOSTILE),
        seat=HOSTILE,
        board=None,
        panels=(Score(((HOSTILE, 3),), title=HOSTILE),),
        outcome=None,
        asked=True,
        menu=lambda limit: [row, row],
        choices=(1, 2),
        cite=HOSTILE,
        prompt=HOSTILE,
    )


def view_of_the_notebook() -> str:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(notebook, "_picture", lambda *_: "")
        return notebook.view_html(a_view(), "1")


def record() -> Record:
    made = Record.of(a_match())
    return Record({**made.header, "game": HOSTILE, "scenario": HOSTILE}, made.lines, ended=False)


def a_simulation() -> Any:
    from wargame_lab import simulate

    made = simulate(toy(), "random", games=2, seed=1)
    games = tuple(evolve(game, outcome=Outcome(None, HOSTILE, text=HOSTILE)) for game in made.games)
    return evolve(made, games=games, title=HOSTILE)


def a_listing() -> Any:
    return hostile(wargame_core.load("vicksburg").contents["historical"].oob)


def a_ledger() -> Any:
    from wargame_gcacw.rules.points_ledger import Item, Ledger, LedgerLine

    part, cite = Item(Fraction(1), "part"), Cite("document", "1", "heading")
    lines = [LedgerLine(Fraction(n, 2), "label", cite, "because", "unit", ("1", "2"), (part,)) for n in (3, 0)]
    return hostile(Ledger("title", tuple(lines)))


def modifiers() -> Any:
    from wargame_gcacw.charts.modifiers import DieRollModifier, Modifiers

    made = object.__new__(Modifiers)
    object.__setattr__(made, "title", HOSTILE)
    line = DieRollModifier(id="a", side=HOSTILE, value=1, label=HOSTILE, tags=frozenset({HOSTILE}))
    object.__setattr__(made, "lines", (line,))
    return made


def a_duel() -> Any:
    from wargame_lab.duels import Duel

    return Duel(HOSTILE, HOSTILE, {"blue": a_simulation(), "red": a_simulation()})


def a_comparison() -> Any:
    from wargame_lab.comparisons import Comparison

    simulation = a_simulation()
    return Comparison(simulation, evolve(simulation, batch=evolve(simulation.batch, game=HOSTILE)))


def a_card(module: str, name: str) -> Any:
    """Something whose text is hostile, and that shows nothing but its text."""
    cls = getattr(__import__(module, fromlist=[name]), name)
    methods = {"__str__": lambda self: HOSTILE, "__repr__": lambda self: HOSTILE, "_count": lambda self: HOSTILE}
    return object.__new__(type("Shown", (cls,), {**methods, "_shown": lambda self: [HOSTILE]}))


def html(value: Any) -> str:
    return str(value._repr_html_())


def svg(value: Any) -> str:
    return str(value._repr_svg_())


ODDS = Distribution({HOSTILE: 1, f"{HOSTILE}2": 3})
SHOWN: dict[str, Callable[[], str]] = {
    "Chart": lambda: html(printed_chart()),
    "ChartCard": lambda: html(ChartCard("card", HOSTILE, {HOSTILE: printed_chart()}, (HOSTILE,), HOSTILE)),
    "TextCard": lambda: html(TextCard(HOSTILE)),
    "EventTable": lambda: html(EventTable(printed_chart(), Distribution({1: 1}), {})),
    "OddsTable": lambda: html(a_card("wargame_core.charts.odds_table", "OddsTable")),
    "BookCard": lambda: html(a_card("wargame_battlecry.questions", "BookCard")),
    "CampaignCard": lambda: html(a_card("wargame_altar_of_freedom.questions.charts", "CampaignCard")),
    "Distribution": lambda: html(ODDS) + svg(ODDS),
    "OddsAnswer": lambda: html(OddsAnswer(HOSTILE, {HOSTILE: ODDS})),
    "Verdict": lambda: html(refuse("no", HOSTILE, Cite(HOSTILE, HOSTILE, HOSTILE))),
    "Ruling": lambda: html(
        hostile(Ruling("t", "r", modifiers=(Modifier(1, "m", None, "b"),), parts=(Ruling("p", 1),)))
    ),
    "Listing": lambda: html(a_listing()),
    "Ledger": lambda: html(a_ledger()),
    "Modifiers": lambda: html(modifiers()),
    "Match": lambda: html(a_match()),
    "State": lambda: html(a_match().state),
    "View": view_of_the_notebook,
    "Record": lambda: html(record()),
    "Menu": lambda: html(a_card("wargame_core.flow.menu", "Menu")),
    "Update": lambda: html(a_card("wargame_core.flow.entries", "Update")),
    "Film": lambda: html(Film(HOSTILE)) + Film(HOSTILE).to_html(),
    "Simulation": lambda: html(a_simulation()),
    "Duel": lambda: html(a_duel()),
    "Comparison": lambda: html(a_comparison()),
}
"""How each class is shown with hostile words in it."""
ELSEWHERE = {
    "Picture": "tests/test_doors.py draws boards with hostile names",
    "Map": "as a Picture",
    "Reach": "as a Picture",
    "Board": "it is shown as its fields' names",
    "TableWidget": "it is shown as a View",
}
"""Classes that are tried elsewhere, or have nothing to try."""


def classes_that_show_themselves() -> set[str]:
    """Every class of ours with a method that notebooks call."""
    found = set[str]()
    for folder in ("src", "tools", "plugins", "frontends"):
        for path in (ROOT / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.ClassDef):
                    methods = {part.name for part in node.body if isinstance(part, ast.FunctionDef)}
                    found |= {node.name} if methods & {"_repr_html_", "_repr_svg_", "_repr_mimebundle_"} else set()
    return found


def test_every_class_that_shows_itself_in_notebooks_is_tried() -> None:
    assert classes_that_show_themselves() == SHOWN.keys() | ELSEWHERE.keys()


@pytest.mark.parametrize("name", SHOWN)
def test_hostile_words_of_a_file_are_shown_as_words(name: str) -> None:
    page = Markup(SHOWN[name]())
    assert "onerror=alert(2)" in page.words
    assert not page.tags & {"script", "img"}
    assert not {attribute for attribute in page.attributes if attribute.startswith("on")}
