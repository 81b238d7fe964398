"""What the site shows and pages as files cannot: a board that can be touched, a picture of each game, a gallery.

The library makes all of it when the site is built; nothing of it needs a server or the network afterwards.
"""

from __future__ import annotations

import contextlib
import io
import json
from collections.abc import Iterator
from html import escape
from pathlib import Path

from wargame_core import Match, load
from wargame_core.json_form import JsonObject
from wargame_pictures import pictures_of
from wargame_terminal import main as wargame

HERE = Path(__file__).parent
BATTLE, SEED, CARD = "first-bull-run", 3, "Assault Center"
"""The position that can be touched: the choice of a card that orders many units."""
GAMES = {
    "vicksburg": "Vicksburg, the campaign of 1863",
    "battlecry": "Battle Cry 150, thirty battles",
    "gcacw_on_the_4th_day": "On the 4th Day, the retreat from Gettysburg",
    "gettysburg": "Gettysburg, the campaign of 1863",
    "thunder_on_the_mississippi": "Thunder on the Mississippi, the strategic clock",
}
"""What stands below the picture of each game."""
BEGINS = {"battlecry": "antietam"}
"""The scenario of the picture, where it is not the first."""
AT_THE_TABLE = "brices_crossroads"
"""The game whose lesson is played on the page `play.md`."""
TABLE_MARK = "<!-- The site has a table here. -->"
"""Where the table belongs."""
MARK = "<!-- The site shows a picture of each game here, and a board that can be touched. -->"
"""Where the pictures of the first page belong."""


def raw(html: str) -> str:
    """HTML as a block of a page in Markdown."""
    return f"````{{raw}} html\n{html}\n````\n"


def first_page(text: str, folder: Path) -> str:
    """The first page with its board and the pictures of the games, which are written into ``folder``."""
    shown = raw(figures(folder, "wg-small")) + "\n" + raw(touch_board())
    assert MARK in text
    return text.replace(MARK, shown)


def table_to_click(text: str, folder: Path) -> str:
    """The page with a table: the board as a picture until somebody sits down, and in words what is missing."""
    assert TABLE_MARK in text
    script = (HERE / "table_to_click.js").read_text("utf-8")
    html = (
        f'<div class="wg-table" data-game="{AT_THE_TABLE}">{figure(folder, AT_THE_TABLE, "the lesson")}'
        '<p class="wg-answer" role="status">Looking for the table …</p>'
        f'<button type="button" class="wg-sit" hidden>Sit down</button></div>\n<script>{script}</script>'
    )
    return text.replace(TABLE_MARK, raw(html))


def figures(folder: Path, size: str = "") -> str:
    """A picture of each game."""
    drawn = (figure(folder, game, below, BEGINS.get(game)) for game, below in GAMES.items())
    return f'<div class="wg-games {size}">{"".join(drawn)}</div>'


def figure(folder: Path, game: str, below: str, scenario: str | None = None) -> str:
    """A picture of a game when its set-up is over, which leads to the whole picture."""
    match = load(game).start(scenario, seed=1863)
    while "Set-up" in match.cursor:
        match.play(match.choices()[0])
    name = f"{game}-{scenario or 'begins'}.svg"
    drawn = pictures_of(match).svg(match.view("spectator"), legend=False, theme="light")
    assert drawn is not None
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(drawn, "utf-8")
    source = f"_static/{folder.name}/{name}"
    alt = escape(f"The board of {below} at the beginning")
    return (
        f'<figure><a href="{source}"><img src="{source}" alt="{alt}" loading="lazy"></a>'
        f"<figcaption>{escape(below)}</figcaption></figure>"
    )


def position() -> Match:
    """The match that can be touched: a card is played, and every unit that may be ordered is."""
    match = load("battlecry").start(BATTLE, seed=SEED)
    match.play(f"play {CARD}")
    while (choice := match.choices()[0]).kind == "order":
        match.play(choice)
    return match


def answers(match: Match) -> JsonObject:
    """What the rules say to each move of each piece: by piece and space, the number of a sentence.

    A piece whose every move is refused for one reason has that number alone. ``legal`` are the numbers below which a
    sentence tells what happens, not why not.
    """
    sheet = load("battlecry").sheet(BATTLE)
    legal: list[str] = []
    refusals: list[str] = []
    rows: dict[str, dict[str, tuple[bool, int]]] = {}
    for piece in match.view("referee").piece_places:
        row = rows.setdefault(piece, {})
        for space in sheet.spaces:
            action = {"kind": "move", "piece": piece, "to": space.id}
            verdict = match.judge(action)
            texts, text = (legal, match.fork().play(action).log[0]) if verdict else (refusals, str(verdict))
            if text not in texts:
                texts.append(text)
            row[space.id] = (bool(verdict), texts.index(text))
    numbered = {
        piece: {space: number if may else len(legal) + number for space, (may, number) in row.items()}
        for piece, row in rows.items()
    }
    shortened = {
        piece: next(iter(row.values())) if len(set(row.values())) == 1 else row for piece, row in numbered.items()
    }
    return {"legal": len(legal), "sentences": legal + refusals, "moves": shortened}


def touch_board() -> str:
    """A board whose pieces can be touched, and moved by the rules, with the answer of the rules to every move."""
    match = position()
    board = pictures_of(match).svg(
        match.view("referee"), legend=False, title="First Bull Run", ids="touch", size="100%"
    )
    data = json.dumps(answers(match), separators=(",", ":")).replace("</", "<\\/")
    script = (HERE / "touch.js").read_text("utf-8")
    hint = f"Union to move, with the card <em>{CARD}</em>. Touch a unit, then a space or an enemy: the rules answer."
    return (
        f'<div class="wg-touch"><div class="wg-board">{board}</div>'
        f'<p class="wg-answer" role="status" aria-live="polite">{hint}</p>'
        f'<script type="application/json">{data}</script></div>\n<script>{script}</script>'
    )


SHOWN = (
    (
        "A board as one seat knows it",
        """
import wargame_core, wargame_pictures
match = wargame_core.load("vicksburg").start(seed=1863)
wargame_pictures.pictures_of(match).svg(match.view("federal"), legend=False)
""",
    ),
    (
        "A board in letters",
        """
import wargame_core
match = wargame_core.load("vicksburg").start(seed=1863)
match.view("federal").text(76, 36).partition("\\n\\n")[0]
""",
    ),
    (
        "What may be chosen",
        """
import wargame_core
match = wargame_core.load("vicksburg").start(seed=1863)
match.choices()
""",
    ),
    (
        "Exact odds",
        """
from wargame_altar_of_freedom.rules.minor_skirmishes import skirmish_odds
from wargame_pictures.draw.charts import svg_bars
odds = skirmish_odds(attacker_brigades=4, defender_brigades=3, attacker_bonus=2)
svg_bars(odds.map(lambda score: f"{score.winner} wins by {abs(score.attacker_total - score.defender_total)}"))
""",
    ),
    (
        "Many games",
        """
from wargame_lab import simulate
simulate("battlecry", "heuristic", games=12, seed=1)
""",
    ),
)
"""The pictures of the gallery: a heading, and lines of Python of which the last is the picture."""


def gallery(folder: Path) -> str:
    """The page of pictures, all drawn by the library of today, each below the lines that drew it."""
    return "\n".join(["# Gallery", "", *_gallery(folder)])


def _gallery(folder: Path) -> Iterator[str]:
    yield "The library drew everything on this page when the site was built.\n"
    yield f"## The games\n\n{raw(figures(folder))}"
    battles = "".join(figure(folder, "battlecry", one.title, one.id) for one in load("battlecry").scenarios)
    for number, (heading, code) in enumerate(SHOWN):
        yield f"## {heading}\n\n```python\n{code.strip()}\n```\n"
        yield picture(value_of(code.strip()), folder / f"shown-{number}.svg", heading)
    yield f'## Thirty battles\n\n{raw(f"""<div class="wg-games wg-small">{battles}</div>""")}'
    words = f"demo battlecry --scenario {BATTLE} --bot heuristic --seed {SEED}"
    with contextlib.redirect_stdout(io.StringIO()):
        wargame([*words.split(), "--out", str(folder)], standalone_mode=False)
    (folder / "battlecry.jsonl").unlink()
    film = f"_static/{folder.name}/battlecry.html"
    yield f"## A whole game as one page\n\n`wargame {words}` plays a game and writes this page. Press *play*.\n"
    yield raw(f'<iframe class="wg-film" src="{film}" title="A game of Battle Cry" loading="lazy"></iframe>')
    yield raw(f'<p><a href="{film}">Open it alone</a></p>')


def value_of(code: str) -> object:
    """What the last line of some lines of Python gives."""
    names: dict[str, object] = {}
    before, _, last = code.rpartition("\n")
    exec(before, names)
    return eval(last, names)


def picture(value: object, path: Path, heading: str) -> str:
    """A value as the gallery shows it: as a picture, as text, or as a notebook would."""
    if isinstance(value, str) and value.startswith("<svg"):
        path.write_text(value, "utf-8")
        return raw(
            f'<p class="wg-shown"><img src="_static/{path.parent.name}/{path.name}" alt="{escape(heading)}"></p>'
        )
    shown = getattr(value, "_repr_html_", None)
    return raw(f'<div class="wg-shown">{shown()}</div>') if shown else f"```text\n{value}\n```\n"
