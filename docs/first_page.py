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

from wargame_altar_of_freedom.rules.minor_skirmishes import skirmish_odds
from wargame_core import Match, load
from wargame_core.json_form import JsonObject
from wargame_lab import simulate
from wargame_pictures import of as pictures_of
from wargame_pictures.draw.charts import line_chart, svg_bars
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
MARK = "<!-- The site shows a board here that can be touched, and a picture of each game. -->"
"""Where the pictures of the first page belong."""


def raw(html: str) -> str:
    """HTML as a block of a page in Markdown."""
    return f"````{{raw}} html\n{html}\n````\n"


def first_page(text: str, folder: Path) -> str:
    """The first page with its board and the pictures of the games, which are written into ``folder``."""
    figures = "".join(figure(folder, game, below) for game, below in GAMES.items())
    shown = raw(touch_board()) + "\n" + raw(f'<div class="wg-games">{figures}</div>')
    assert MARK in text
    return text.replace(MARK, shown)


def figure(folder: Path, game: str, below: str, scenario: str | None = None) -> str:
    """A picture of the set-up of a game as its players see it, which leads to the whole picture."""
    match = load(game).start(scenario, seed=1863)
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
    while (pending := match.pending) is not None and "Order" in str(pending):
        match.play(match.choices()[0])
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
    for piece in match.view("referee").pieces:
        row = rows.setdefault(piece, {})
        for space in sheet.spaces:
            action = {"kind": "move", "piece": piece, "to": space.id}
            verdict = match.judge(action)
            texts, text = (legal, match.fork().play(action).story[0]) if verdict else (refusals, str(verdict))
            if text not in texts:
                texts.append(text)
            row[space.id] = (bool(verdict), texts.index(text))
    numbered = {
        piece: {space: number if may else len(legal) + number for space, (may, number) in row.items()}
        for piece, row in rows.items()
    }
    shortened = {piece: next(iter(row.values())) if len(set(row.values())) == 1 else row for piece, row in numbered.items()}
    return {"legal": len(legal), "sentences": legal + refusals, "moves": shortened}


def touch_board() -> str:
    """A board whose pieces can be touched, and moved by the rules, with the answer of the rules to every move."""
    match = position()
    board = pictures_of(match).svg(match.view("referee"), legend=False, title="First Bull Run", ids="touch", size="100%")
    data = json.dumps(answers(match), separators=(",", ":")).replace("</", "<\\/")
    hint = f"Union to move, with the card <em>{CARD}</em>. Touch a unit, then a space or an enemy: the rules answer."
    return (
        f'<div class="wg-touch"><div class="wg-board">{board}</div>'
        f'<p class="wg-answer" role="status" aria-live="polite">{hint}</p>'
        f'<script type="application/json">{data}</script></div>\n<script>{(HERE / "touch.js").read_text("utf-8")}</script>'
    )


def gallery(folder: Path) -> str:
    """The page of pictures, all drawn by the library of today, with the lines that drew them."""
    return "\n".join(["# Gallery", "", *_gallery(folder)])


def _gallery(folder: Path) -> Iterator[str]:
    yield "The library drew everything on this page when the site was built. Each picture stands with the code that draws it.\n"
    yield "## Boards\n"
    yield '```python\nmatch = wargame_core.load("vicksburg").start(seed=1863)\nwargame_pictures.of(match).svg(match.view("spectator"))\n```\n'
    yield raw(f'<div class="wg-games">{"".join(figure(folder, game, below) for game, below in GAMES.items())}</div>')
    yield "## Thirty battles\n"
    battles = load("battlecry").scenarios
    yield raw(f'<div class="wg-games wg-small">{"".join(figure(folder, "battlecry", one.title, one.id) for one in battles)}</div>')
    yield "## A board in letters\n"
    yield "`print(view)` for a terminal, a chat or a log:\n"
    view = load("vicksburg").start(seed=1863).view("federal")
    yield "```text\n" + "\n".join(view.text(76, 18).splitlines()[:18]) + "\n```\n"
    yield "## Odds\n"
    yield "```python\nskirmish_odds(attacker_brigades=4, defender_brigades=3).map(lambda score: score.winner)\n2 @ Distribution.of(D6)\n```\n"
    from wargame_core import D6, Distribution

    odds = skirmish_odds(attacker_brigades=4, defender_brigades=3).map(lambda score: score.winner)
    yield raw(f'<div class="wg-charts">{svg_bars(odds)}{svg_bars(2 @ Distribution.of(D6))}</div>')
    yield "## Many games\n"
    yield '```python\nsimulate("battlecry", "heuristic", games=12, seed=1)\n```\n'
    batch = simulate("battlecry", "heuristic", games=12, seed=1)
    flags: dict[str, list[float | None]] = {
        seat.capitalize(): [sum(one.outcome is not None and seat in one.outcome.winners for one in batch.games[: n + 1]) for n in range(12)]
        for seat in ("union", "confederate")
    }
    yield raw(f'<div class="wg-charts">{line_chart(flags, [str(n + 1) for n in range(12)], "Battles won of twelve")}</div>')
    yield "## A whole game as one page\n"
    yield "`wargame demo battlecry --scenario first-bull-run --bot heuristic --seed 3` plays a game and writes this page: the board step by step beside the story. Press *play*.\n"
    with contextlib.redirect_stdout(io.StringIO()):
        words = ["demo", "battlecry", "--scenario", BATTLE, "--bot", "heuristic", "--seed", str(SEED), "--out", str(folder)]
        wargame(words, standalone_mode=False)
    (folder / "battlecry.jsonl").unlink()
    film = f"_static/{folder.name}/battlecry.html"
    yield raw(f'<iframe class="wg-film" src="{film}" title="A game of Battle Cry, step by step" loading="lazy"></iframe>')
    yield raw(f'<p><a href="{film}">Open it alone</a></p>')
