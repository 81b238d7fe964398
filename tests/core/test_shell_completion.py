"""What a shell completes: games, scenarios, seats, bots, options, and files where a path is begun."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from click.shell_completion import ShellComplete
from click.testing import Result
from tests.core.cli_table import told, wargame

from wargame_terminal import main
from wargame_terminal.shell_completion import all_seats

__all__ = ["wargame"]

Run = Callable[..., Result]


@pytest.mark.parametrize(
    ("words", "begun", "wanted"),
    [
        (["play"], "to", ["toy"]),
        (["play"], "./my", ["./my"]),
        (["odds"], "t", ["toy"]),
        (["play", "toy", "--seat"], "", ["blue", "red", "both"]),
        (["play", "toy", "--scenario"], "pl", ["plain"]),
        (["play", "toy", "--seat", "blue", "--bot"], "red=r", ["red=random"]),
        (["play", "toy", "--option"], "bow=", ["bow=yes", "bow=no"]),
        (["info", "toy", "--scenario"], "./", ["./"]),
        (["play", "nowhere", "--seat"], "", []),
        (["play", "--seat"], "", []),
    ],
)
def test_the_shell_is_offered_what_fits(wargame: Run, words: list[str], begun: str, wanted: list[str]) -> None:
    complete = ShellComplete(main, {}, "wargame", "_WARGAME_COMPLETE")
    assert sorted(item.value for item in complete.get_completions(words, begun)) == sorted(wanted)


@pytest.mark.parametrize(("seats", "word"), [(("a", "b"), "both"), (("a",), "all"), (tuple("abcdefg"), "all")])
def test_all_seats_at_one_keyboard_are_both_only_where_there_are_two(seats: tuple[str, ...], word: str) -> None:
    assert all_seats(seats) == word


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_for_a_shell_is_printed(wargame: Run, shell: str) -> None:
    script = wargame("completion", shell).stdout
    assert "_WARGAME_COMPLETE" in script
    assert told(wargame("completion", shell, "--json")) == {"shell": shell, "script": script.rstrip("\n")}
