"""Whole games of every kind by mail, with every kind of cheat on the way."""

from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest
from attrs import evolve

from wargame_core import Game, Match, load, verify_record
from wargame_core.errors import MailError
from wargame_mail.correspondence import Chance, Choose, Correspondence, Letter, Offer, Seal, SecretChain, Unseal
from wargame_mail.mailbox import Mailbox

GAMES = ("vicksburg", "gettysburg", "battlecry", "gcacw_on_the_4th_day", "thunder_on_the_mississippi")
SEED = 7
SECRETS = ("vicksburg",)
"""A game with face-down tokens, in which players who attack choose in secret: others take longer, and are thorough."""
Items = list[Any]


def put(kind: type[Any], make: Callable[[Any], Any]) -> Callable[[Items], Items | None]:
    """A cheat that sends something else for every item of a kind."""
    return lambda items: [make(item) if isinstance(item, kind) else item for item in items]


def one_choice_more(items: Items) -> Items | None:
    last = next((item for item in reversed(items) if isinstance(item, Choose)), None)
    return None if last is None else [*items, last]


def no_choice(items: Items) -> Items | None:
    last = next((n for n, item in enumerate(items) if isinstance(item, (Choose, Seal))), None)
    return None if last is None else items[:last]


CHEATS: Mapping[str, Callable[[Items], Items | None]] = {
    "dice of the cheat's own choosing": put(Chance, lambda _: Chance(SecretChain().secret(1))),
    "the right secret spelled for other dice": put(Chance, lambda item: Chance(item.secret.upper())),
    "another throw after the dice have fallen": lambda items: [*items, Chance(SecretChain().secret(1))],
    "a new game in the middle": lambda items: [
        *items,
        Offer("battlecry", "mcdowell", {}, "1", "", SecretChain().anchor, "0" * 64),
    ],
    "dice left out": lambda items: [item for item in items if not isinstance(item, Chance)],
    "a choice that the rules do not know": put(Choose, lambda _: Choose({"kind": "win_the_game"})),
    "a letter that stops before the choice": no_choice,
    "the last choice again": one_choice_more,
    "a secret choice made openly": put(Seal, lambda _: Choose({"kind": "x"})),
    "another choice than the sealed one": put(Unseal, lambda item: evolve(item, nonce=item.nonce + "0")),
}
OF_SECRET_CHOICES = {"a secret choice made openly", "another choice than the sealed one"}
"""Cheats for which two must choose in secret at the same time, which is rare in a random game."""

ON_THE_WAY: Mapping[str, Callable[[Letter], str]] = {
    "a letter after one that never came": lambda letter: evolve(letter, number=letter.number + 1).text(),
    "in the other's name": lambda letter: evolve(letter, sender="nobody").text(),
    "an answer to a letter never sent": lambda letter: evolve(letter, follows="0" * len(letter.follows)).text(),
    "changed on its way": lambda letter: letter.text().replace(letter.sender, letter.sender + "s", 1),
    "half a letter": lambda letter: letter.text()[: len(letter.text()) // 2],
}


def play(folder: Path, game: Game, seed: int) -> tuple[Mailbox, Mailbox, set[str]]:
    """A whole game between two players of one kind, each letter tried with the cheats that fit it before it is sent."""
    rng, caught = Random(seed), set[str]()
    player = game.bot("belligerent" if game.id in SECRETS else "random", seed=seed)
    first = Mailbox.offer(folder / "first", game, game.seats[0])
    pen, other = Mailbox.accept(folder / "second", first.send().read_text("utf-8"), lambda name: game), first
    while pen.letters.match is None or pen.letters.match.outcome is None:
        while pen.must_choose:
            pen.play(player(match_of(pen).view(pen.seat)))
        for cheat in CHEATS:
            if (cheat in OF_SECRET_CHOICES or rng.random() < 0.2) and try_to_cheat(pen, other, CHEATS[cheat]):
                caught.add(cheat)
        for change in ON_THE_WAY:
            if rng.random() < 0.1 and pen.letters.letters:
                caught.add(change)
                refused(other, ON_THE_WAY[change](letter_of(pen)))
        other.receive(pen.send().read_text("utf-8"))
        pen, other = other, pen
    return pen, other, caught


def try_to_cheat(pen: Mailbox, other: Mailbox, cheat: Callable[[Items], Items | None]) -> bool:
    """Send the letter with the cheat in it; whether there was one to catch."""
    honest = letter_of(pen)
    items = cheat(list(honest.items))
    if items is None or tuple(items) == honest.items:
        return False
    refused(other, evolve(honest, items=tuple(items)).signed(pen.key).text())
    return True


def letter_of(pen: Mailbox) -> Letter:
    """The honest letter that is about to be sent."""
    return Letter(len(pen.letters.letters) + 1, pen.seat, pen.letters.letters[-1].hash, tuple(pen.draft)).signed(
        pen.key
    )


def refused(other: Mailbox, text: str) -> None:
    """The letter is not taken in, and nothing has changed."""
    before = other.letters.letters
    with pytest.raises(MailError):
        other.receive(text)
    assert other.letters.letters == before


def match_of(box: Mailbox) -> Match:
    assert box.match is not None
    return box.match


@pytest.mark.parametrize(
    "name", [name if name in SECRETS else pytest.param(name, marks=pytest.mark.thorough) for name in GAMES]
)
def test_a_whole_game_is_the_same_on_both_sides_and_no_cheat_gets_through(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.fsync", lambda file: None)  # a disk is not what is tried here, and waits
    chance = Random(SEED)  # the same game every time: its dice come from both players' secrets
    monkeypatch.setattr("secrets.token_hex", lambda size: chance.randbytes(size).hex())
    game = load(name)
    pen, other, caught = play(tmp_path, game, SEED)
    assert match_of(pen).board == match_of(other).board
    assert {*CHEATS, *ON_THE_WAY} - caught <= (set() if name in SECRETS else OF_SECRET_CHOICES)
    again = Correspondence(lambda name: game)
    for letter in pen.letters.letters:
        again = again.after(letter)
    assert again.match is not None
    assert again.match.entries == match_of(pen).entries
    assert verify_record(match_of(pen).save(tmp_path / "game.jsonl"), game).ok
