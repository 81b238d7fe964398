"""Letters belong to somebody: what a stranger writes who has read all letters is refused, and changes nothing."""

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from attrs import evolve
from click.testing import CliRunner
from tests.core.skirmish_toy import toy
from tests.mail.test_mail import blue, choose_all, find, play_on, red, refuses  # noqa: F401

from wargame_core import load
from wargame_core.errors import MailError
from wargame_mail.commands import mail
from wargame_mail.correspondence import Accept, Choose, Correspondence, Letter, SecretChain, read_letter
from wargame_mail.mailbox import Mailbox
from wargame_mail.signatures import is_signed, new_key, public_half, sign

FORGED = "is not signed with the key of '(blue|red)': somebody else has written it"


def letters_of_a_stranger(pen: Mailbox, rng: Random) -> list[Letter]:
    """The next letter as somebody else would write it who knows all letters, but no private key."""
    before, own_key = pen.letters.letters, new_key()
    match = pen.letters.match
    assert match is not None
    choices = [*match.view(pen.seat).choices] if pen.seat in match.waiting_for else []
    actions = [match.rules.codec.to_json(action) for action in rng.sample(choices, min(3, len(choices)))]
    made = [Letter(len(before) + 1, pen.seat, before[-1].hash, (Choose(action),)) for action in actions]
    made.append(
        Letter(len(before) + 1, pen.seat, before[-1].hash, (Accept(SecretChain().anchor, public_half(own_key)),))
    )
    made.append(Letter(len(before) + 1, pen.seat, before[-1].hash, ()))
    old = before[-1].signature
    return [spelt for letter in made for spelt in (letter, letter.signed(own_key), evolve(letter, signature=old))]


def test_no_letter_of_a_stranger_is_accepted_in_whole_games(tmp_path: Path) -> None:
    tried = 0
    for seed in range(3):
        first = Mailbox.offer(tmp_path / f"blue{seed}", toy(), "blue")
        pen, other = Mailbox.accept(tmp_path / f"red{seed}", first.send().read_text("utf-8"), find), first
        rng = Random(seed)
        while True:
            if pen.letters.match is not None:
                for forged in letters_of_a_stranger(pen, rng):
                    refuses(other, forged.text(), FORGED)
                    tried += 1
            if pen.letters.match is not None and pen.letters.match.outcome is not None:
                break
            pen, other = play_on(pen, other, 1, rng)
    assert tried >= 100


SPELLINGS: dict[str, Callable[[str], str]] = {
    "none": lambda signature: "",
    "capitals": str.upper,
    "blanks": lambda signature: f" {signature}",
    "digits of another alphabet": lambda signature: "\N{FULLWIDTH DIGIT ZERO}" * 128,
    "one more": lambda signature: f"{signature}0",
    "one changed": lambda signature: ("1" if signature[0] == "0" else "0") + signature[1:],
    "of nothing": lambda signature: "0" * 128,
    "a line end": lambda signature: f"{signature}\n",
}


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_a_signature_has_one_spelling(red: Mailbox, blue: Mailbox, spelling: str) -> None:  # noqa: F811
    choose_all(red, Random(1))
    letter = red._letter()
    refuses(blue, evolve(letter, signature=SPELLINGS[spelling](letter.signature)).text(), FORGED)
    blue.receive(letter.text())


def test_a_letter_that_a_stranger_writes_again_is_not_said_to_be_the_players(red: Mailbox, blue: Mailbox) -> None:  # noqa: F811
    play_on(red, blue, 3, Random(1))
    third = blue.letters.letters[2]
    refuses(red, evolve(third, items=()).signed(new_key()).text(), FORGED)
    refuses(red, evolve(third, items=()).text(), FORGED)


@pytest.mark.parametrize("what", ["anchor", "key"])
def test_an_offer_or_answer_with_an_anchor_or_a_key_that_is_none_is_refused(
    tmp_path: Path,
    blue: Mailbox,  # noqa: F811
    what: str,
) -> None:
    first = blue._letter()
    for wrong in ("\u00e9" * 64, "AB" * 32, "", "0" * 63):
        offer: Any = first.items[0]
        forged = evolve(first, items=(evolve(offer, **{what: wrong}),)).signed(blue.key)
        with pytest.raises(MailError, match="no valid anchor" if what == "anchor" else "is not signed"):
            Mailbox.accept(tmp_path / "red", forged.text(), find)
        assert not (tmp_path / "red").exists()


def test_an_offer_holds_nothing_else_and_nobody_answers_himself(tmp_path: Path, blue: Mailbox) -> None:  # noqa: F811
    first = blue._letter()
    both = evolve(first, items=(*first.items, Accept(SecretChain().anchor, public_half(new_key())))).signed(blue.key)
    with pytest.raises(MailError, match="must offer a game, and nothing else"):
        Mailbox.accept(tmp_path / "red", both.text(), find)
    sent = blue.send().read_text("utf-8")
    mine = Accept(SecretChain().anchor, public_half(blue.key))
    answer = Letter(2, "red", read_letter(sent).hash, (mine,)).signed(blue.key)
    refuses(blue, answer.text(), "the second letter has the other player's key")
    second_key = new_key()
    from_both_sides = Accept(SecretChain().anchor, public_half(second_key))
    own_answer = Letter(2, "blue", read_letter(sent).hash, (from_both_sides,)).signed(second_key)
    reader = Correspondence(find)
    reader.take_up(read_letter(sent))
    with pytest.raises(MailError, match="letter 2 is red's to write, not of 'blue'"):
        reader.take_up(own_answer)


def test_a_signature_of_something_else_signs_no_letter_and_the_private_key_is_in_no_letter(
    red: Mailbox,  # noqa: F811
    blue: Mailbox,  # noqa: F811
) -> None:
    assert is_signed(b"body", sign(red.key, b"body"), public_half(red.key))
    assert not is_signed(b"wargame mail letter signature 1\nbody", sign(red.key, b"body"), public_half(red.key))
    assert not is_signed(b"body", sign(red.key, b"body"), public_half(blue.key))
    play_on(red, blue, 4, Random(1))
    assert not any(box.key in letter.text() for box in (red, blue) for letter in box.letters.letters)
    again = Correspondence(find)
    for letter in red.letters.letters:
        again.take_up(letter)
    assert again.keys == {"red": public_half(red.key), "blue": public_half(blue.key)}
    private: Any = (red.folder / "private.json").read_text("utf-8")
    (red.folder / "private.json").write_text(private.replace(red.key, red.key.upper()), "utf-8")
    with pytest.raises(MailError, match="root and key are 64 hexadecimal digits"):
        Mailbox.open(red.folder, find)


def test_a_player_has_one_key_in_all_games_and_a_letter_of_one_game_is_none_of_another(tmp_path: Path) -> None:
    key, other_key = new_key(), new_key()
    offers = [Mailbox.offer(tmp_path / f"blue{n}", toy(), "blue", key=key).send() for n in range(2)]
    games = [
        Mailbox.accept(tmp_path / f"red{n}", offer.read_text("utf-8"), find, key=other_key)
        for n, offer in enumerate(offers)
    ]
    assert [dict(game.letters.keys)["blue"] for game in games] == [public_half(key)] * 2
    first, second = (Mailbox.open(tmp_path / f"blue{n}", find) for n in range(2))
    choose_all(games[0], Random(1))
    answer = games[0].send().read_text("utf-8")
    refuses(second, answer, "letter 2 answers another letter 1 than the one in this folder")
    first.receive(answer)
    assert first.letters.keys["red"] == public_half(other_key)


def test_the_key_of_a_player_is_the_file_that_signs_records(tmp_path: Path) -> None:
    key = tmp_path / "mine"
    folders = [tmp_path / "one", tmp_path / "two"]
    for folder in folders:
        given = ["new", "battlecry", str(folder), "--seat", "union", "--scenario", "kernstown", "--on-trust"]
        done = CliRunner().invoke(mail, given, env={"WARGAME_KEY": str(key)}, catch_exceptions=False)
        assert done.exit_code == 0, done.output
    public = (tmp_path / "mine.pub").read_text("utf-8").strip()
    assert key.stat().st_mode & 0o077 == 0
    for folder in folders:
        letter = read_letter(Mailbox.open(folder, load).send().read_text("utf-8"))
        assert letter.is_signed_by(public)
