"""Measured figures carry the digest of the rules and bots they were made with, and a list says which are stale."""

from pathlib import Path
from textwrap import indent

import click
import pytest
from benchmarks import figures, same_games
from benchmarks.figures import ROOT, Figure, named, note, stale_lines, write

from wargame_core import UnknownName, installed_games, load
from wargame_lab import made_with
from wargame_terminal import main


@pytest.fixture
def register(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A register with two figures, of which one was made with the rules and bots of today."""
    path = tmp_path / "figures.toml"
    monkeypatch.setattr(figures, "REGISTER", path)
    monkeypatch.setattr(figures, "digest", lambda game: f"{game} today")
    write(
        [
            Figure("fresh", "README.md", "python3 fresh.py", ["corinth"], {"corinth": "corinth today"}),
            Figure("old", "README.md", "python3 old.py", ["corinth", "battlecry"], {"corinth": "corinth once"}),
        ]
    )
    return path


def test_every_figure_stands_in_a_file_and_depends_on_games_that_are_here() -> None:
    games = {game.id for game in installed_games()}
    listed = figures.figures()
    assert len({figure.name for figure in listed}) == len(listed)
    assert [figure.name for figure in listed if not (ROOT / figure.stands).is_file()] == []
    assert {game for figure in listed for game in figure.games} <= games


def test_every_command_that_makes_a_figure_is_there() -> None:
    for figure in figures.figures():
        program, *words = figure.command.split()
        context = click.Context(main)
        assert program in ("wargame", "python3"), figure.name
        if program == "wargame":
            assert main.get_command(context, words[0]) is not None, figure.command
        else:
            path = words[1].replace(".", "/") + ".py" if words[0] == "-m" else words[0]
            assert (ROOT / path).is_file(), figure.command


def test_a_figure_whose_rules_or_bots_have_changed_is_listed_with_the_games(register: Path) -> None:
    head, old, hint = stale_lines()
    assert head.startswith("1 of 2")
    assert old == "  old (README.md): corinth, battlecry"
    assert "--remake" in hint


def test_a_figure_that_was_made_anew_is_no_longer_listed(register: Path) -> None:
    note("old")
    assert list(stale_lines()) == ["0 of 2 measured figures were made with other rules or bots:"]
    assert named(["fresh"])[0].made_with == {"corinth": "corinth today"}


def test_a_figure_that_is_not_there_is_refused_with_the_names_of_those_that_are(register: Path) -> None:
    with pytest.raises(UnknownName, match=r"unknown figure.*'older'.*old"):
        named(["older"])


def test_what_was_learnt_of_chances_says_itself_with_what() -> None:
    (figure,) = named(["chances of corinth"])
    assert figure.made_with == {}
    assert len(figure.digests["corinth"]) == 16


ADDS = "def f(unit, men):\n    total = unit.men + men\n    return [total for one in unit]\n"
ADDS_BY_OTHER_NAMES = "def f(piece, more):\n    strength = piece.men + more\n    return [strength for step in piece]\n"
ADDS_ELSEWHERE = "def f(unit, men):\n    total = men.men + unit\n    return [total for one in unit]\n"
CATCHES = (
    "def f(x):\n    try:\n        g(x)\n    except E as e:\n"
    "        match x:\n            case [*b]:\n                h(e, b)\n"
)
IN_A_CLASS = "class C:\n    size = 3\n\n{}"
MEASURED = 'def f() -> Mapping[str, Strength]:\n    won = 0.5\n    return {"easy": won}\n'


@pytest.mark.parametrize(
    ("before", "after", "is_same"),
    [
        ("HARD = 3\n", "HARD = 4\n", False),
        ("HARD = 3\n", '"""About."""\nHARD  =  3  # so many\n', True),
        ('BOT = Strength("normal", {"red": 0.5}, 9, "x")\n', 'BOT = Strength("normal", {"red": 0.6}, 10, "y")\n', True),
        ('ALL = {"easy": Strength("normal", {}, 9, "x")}\n', "ALL = {}\n", True),
        ('GAMES = Entry("a", length="5 turns")\n', 'GAMES = Entry("a", length="6 turns")\n', True),
        ('GAMES = Entry("a", length="5 turns")\n', 'GAMES = Entry("b", length="5 turns")\n', False),
        ("def f() -> Mapping[str, Strength]:\n    return {}\n", MEASURED, True),
        ("def f() -> Mapping[str, float]:\n    return {}\n", MEASURED, False),
        (ADDS, ADDS_BY_OTHER_NAMES, True),
        (ADDS, ADDS_ELSEWHERE, False),
        (ADDS, ADDS.replace("total for", "one for"), False),
        (ADDS, ADDS.replace(".men", ".guns"), False),
        (CATCHES, CATCHES.replace("e)", "error)").replace(" e:", " error:").replace("(e,", "(error,"), True),
        (CATCHES, CATCHES.replace("*b", "*units").replace(", b", ", units"), True),
        (CATCHES, CATCHES.replace("(e, b)", "(b, e)"), False),
        (IN_A_CLASS.format(indent(ADDS, "    ")), IN_A_CLASS.format(indent(ADDS_BY_OTHER_NAMES, "    ")), True),
        ("class C:\n    size = 3\n", "class C:\n    width = 3\n", False),
    ],
)
def test_a_digest_changes_with_a_weight_but_not_with_words_names_within_functions_or_what_was_measured(
    before: str, after: str, is_same: bool, tmp_path: Path
) -> None:
    contents = []
    for name, text in (("one.py", before), ("two.py", after)):
        (tmp_path / name).write_text(text, "utf-8")
        contents.append(made_with._content_of_file(tmp_path / name))
    assert (contents[0] == contents[1]) is is_same


def test_where_two_commits_play_the_same_games_figures_get_the_new_digest(register: Path) -> None:
    assert same_games.note("corinth today", "corinth renamed") == 1
    assert [one.made_with for one in figures.figures()] == [{"corinth": "corinth renamed"}, {"corinth": "corinth once"}]
    assert same_games.note("corinth of long ago", "corinth today") == 0


def test_games_of_the_same_bots_and_seeds_are_the_same_and_of_others_not(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load("thunder_on_the_mississippi")
    monkeypatch.setattr(same_games, "SCENARIOS", 1)
    monkeypatch.setattr(same_games, "LEVELS", (("random", "random"), ("random", "normal")))
    first, second = same_games.played(game), same_games.played(game)
    assert (digests := list(first)) == list(second)
    assert len({*digests}) == 2
