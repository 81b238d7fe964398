"""Games by mail: both sides agree after every letter, and every cheat is named."""

import json
import re
from collections.abc import Callable
from email.message import EmailMessage
from pathlib import Path
from random import Random
from textwrap import fill
from typing import Any

import pytest
from attrs import evolve
from click.testing import CliRunner
from tests.core.cli_table import Run, told
from tests.core.skirmish_toy import toy

from wargame_core import Record
from wargame_core.authoring import Game, Variant
from wargame_core.errors import IllegalAction, MailError
from wargame_core.plugins import variants
from wargame_core.plugins.discovery import plugin
from wargame_core.version import API
from wargame_mail import correspondence as mail
from wargame_mail.commands import LONGEST, read_text
from wargame_mail.correspondence import (
    Accept,
    Chance,
    Choose,
    Correspondence,
    Letter,
    Offer,
    Seal,
    SecretChain,
    Unseal,
    seal,
)
from wargame_mail.mailbox import Mailbox
from wargame_mail.mailed_text import letter_in
from wargame_mail.signatures import new_key, public_half
from wargame_terminal import main

TOY = toy()


def find(name: str) -> Game:
    assert name == TOY.id
    return TOY


@pytest.fixture
def blue(tmp_path: Path) -> Mailbox:
    return Mailbox.offer(tmp_path / "blue", TOY, "blue")


@pytest.fixture
def red(tmp_path: Path, blue: Mailbox) -> Mailbox:
    return Mailbox.accept(tmp_path / "red", blue.send().read_text("utf-8"), find)


def choose_all(box: Mailbox, rng: Random) -> None:
    while box.must_choose:
        assert box.match is not None
        box.play(box.match.view(box.seat).choices.sample(rng))


def play_on(pen: Mailbox, other: Mailbox, letters: int, rng: Random) -> tuple[Mailbox, Mailbox]:
    """Exchange so many letters (fewer when the game is over); whose turn it is to write comes back first."""
    for _ in range(letters):
        choose_all(pen, rng)
        other.receive(pen.send().read_text("utf-8"))
        pen, other = other, pen
        if pen.letters.match is not None and pen.letters.match.outcome is not None:
            break
    return pen, other


# ---------------------------------------------------------------------------------------------- a whole game
@pytest.mark.parametrize("seed", range(5))
def test_a_whole_game_by_mail_ends_the_same_on_both_sides(red: Mailbox, blue: Mailbox, seed: int) -> None:
    play_on(red, blue, 500, Random(seed))
    assert red.letters.match is not None
    assert blue.letters.match is not None
    assert red.letters.match.outcome is not None
    assert red.letters.match.board == blue.letters.match.board
    assert red.letters.match.entries == blue.letters.match.entries


def test_a_folder_is_taken_up_again_at_any_moment(red: Mailbox, blue: Mailbox) -> None:
    pen, other, rng = red, blue, Random(3)
    for _ in range(12):
        while pen.must_choose:
            assert pen.match is not None
            pen.play(pen.match.view(pen.seat).choices.sample(rng))
            again = Mailbox.open(pen.folder, find)
            assert again.draft == pen.draft
            assert again.match is not None
            assert again.match.board == pen.match.board
            pen = again
        other = Mailbox.open(other.folder, find)
        other.receive(pen.send().read_text("utf-8"))
        pen, other = other, pen


def test_a_folder_in_which_letters_were_exchanged_is_not_taken_up(red: Mailbox, blue: Mailbox) -> None:
    play_on(red, blue, 3, Random(3))
    second, third = sorted(red.folder.glob("[0-9]*.letter"))[1:3]
    text = second.read_text("utf-8")
    second.write_text(third.read_text("utf-8"), "utf-8")
    with pytest.raises(MailError, match="letter 2 is missing: this is letter 3"):
        Mailbox.open(red.folder, find)
    second.write_text(text, "utf-8")
    third.write_text(text, "utf-8")
    with pytest.raises(MailError, match="letter 2 has been read already"):
        Mailbox.open(red.folder, find)


def test_choices_of_an_unsent_letter_are_taken_back(red: Mailbox, blue: Mailbox) -> None:
    pen, _ = play_on(red, blue, 2, Random(1))
    before = list(pen.draft)
    choose_all(pen, Random(5))
    assert pen.draft != before
    pen.take_back()
    assert pen.draft == before


def test_dice_that_fell_in_a_letter_fall_the_same_after_taking_back(red: Mailbox, blue: Mailbox) -> None:
    pen, _ = play_on(red, blue, 3, Random(2))
    assert pen.match is not None
    entries = list(pen.match.entries)
    choose_all(pen, Random(9))
    pen.take_back()
    assert list(pen.match.entries) == entries


def test_what_may_not_be_chosen_is_refused_before_it_is_written(red: Mailbox, blue: Mailbox) -> None:
    pen, _ = play_on(red, blue, 1, Random(1))
    draft = list(pen.draft)
    with pytest.raises((IllegalAction, MailError)):
        pen.play({"kind": "hide", "space": 99})
    assert pen.draft == draft


def test_a_letter_is_not_sent_before_its_choices_are_made(red: Mailbox, blue: Mailbox) -> None:
    pen, other = play_on(red, blue, 1, Random(1))
    if pen.must_choose:
        with pytest.raises(MailError, match="it still needs a choice"):
            pen.send()
    with pytest.raises(MailError, match=f"it is {pen.seat}'s turn to write"):
        other.send()


# ---------------------------------------------------------------------------------------------- the dice
def test_a_secret_follows_from_the_anchor_and_no_other_does() -> None:
    chain = SecretChain("00" * 32)
    assert mail.follows(chain.secret(1), chain.anchor)
    assert mail.follows(chain.secret(2), chain.secret(1))
    assert not mail.follows(chain.secret(2), chain.anchor)
    assert not mail.follows(SecretChain("01" * 32).secret(1), chain.anchor)
    assert not mail.follows("no hexadecimal", chain.anchor)


def test_both_secrets_and_the_round_decide_the_dice() -> None:
    seeds = {
        mail.dice_seed({"a": "1", "b": "2"}, "round 1"),
        mail.dice_seed({"a": "1", "b": "3"}, "round 1"),
        mail.dice_seed({"a": "4", "b": "2"}, "round 1"),
        mail.dice_seed({"a": "1", "b": "2"}, "round 2"),
    }
    assert len(seeds) == 4
    assert mail._hash(b"ab", b"c") != mail._hash(b"a", b"bc")


def test_no_letter_shows_a_secret_before_its_round(red: Mailbox, blue: Mailbox) -> None:
    pen, other = play_on(red, blue, 8, Random(4))
    shown = {item.secret for letter in pen.letters.letters for item in letter.items if isinstance(item, Chance)}
    for box in (pen, other):
        unused = {box.chain.secret(number) for number in range(box.written.round + 1, box.written.round + 20)}
        assert not unused & shown
        assert box.chain.root not in shown


# ---------------------------------------------------------------------------------------------- cheats
def rewritten(honest: Letter, pen: Mailbox, **changed: Any) -> str:
    """A letter as a player would send it who cheats, and knows how letters are signed."""
    return evolve(honest, **changed).signed(pen.key).text()


def until(red: Mailbox, blue: Mailbox, wanted: type, seed: int = 0) -> tuple[Mailbox, Mailbox]:
    """Play on until the letter about to be sent holds an item of a kind."""
    pen, other, rng = red, blue, Random(seed)
    for _ in range(60):
        choose_all(pen, rng)
        if any(isinstance(item, wanted) for item in pen.draft):
            return pen, other
        pen, other = play_on(pen, other, 1, rng)
    raise AssertionError(f"no letter with {wanted.__name__}")


def refuses(other: Mailbox, text: str, match: str) -> None:
    """The letter is refused with these words, and nothing has changed."""
    before, files = other.letters.copy(), sorted(other.folder.iterdir())
    with pytest.raises(MailError, match=match):
        other.receive(text)
    assert other.letters.letters == before.letters
    assert sorted(other.folder.iterdir()) == files


UNCOMMITTED = "is not the one that was committed to"


def offered(pen: Mailbox) -> Offer:
    """The offer that a game by mail begins with."""
    assert pen.letters.offer is not None
    return pen.letters.offer


CHEATS: dict[str, tuple[type, Callable[[Mailbox, Any], tuple[Any, ...]], str]] = {
    "a secret of another chain": (Chance, lambda pen, item: (Chance(SecretChain().secret(1)),), UNCOMMITTED),
    "the secret of a later round": (
        Chance,
        lambda pen, item: (Chance(pen.chain.secret(pen.written.round + 3)),),
        UNCOMMITTED,
    ),
    "a secret in capitals draws dice again": (
        Chance,
        lambda pen, item: (Chance(item.secret.upper()),),
        UNCOMMITTED,
    ),
    "dice are withheld": (Chance, lambda pen, item: (), "stops too early|no dice|roll is pending|dice"),
    "a secret nobody asked for": (
        Seal,
        lambda pen, item: (item, Chance(pen.chain.secret(pen.written.round))),
        "no dice are to be rolled",
    ),
    "an illegal choice": (Choose, lambda pen, item: (Choose({"kind": "nonsense"}),), "unknown action kind 'nonsense'"),
    "a sealed choice is exchanged": (
        Unseal,
        lambda pen, item: (evolve(item, action={**item.action, "card": 9}),),
        "another choice than the one it had sealed",
    ),
    "a second secret for the same dice": (
        Chance,
        lambda pen, item: (item, Chance(pen.chain.secret(pen.written.round + 1))),
        "has shown the secret|no dice are to be rolled",
    ),
    "a seal in place of another": (Seal, lambda pen, item: (item, Seal("00" * 32)), "is not asked for"),
    "a seal opened before the other has chosen": (
        Seal,
        lambda pen, item: (item, Unseal(pen.sealed["action"], pen.sealed["nonce"])),
        "before its time",
    ),
    "a game begun anew": (Accept, lambda pen, item: (item, item), "no open offer"),
    "the chain of the other": (
        Accept,
        lambda pen, item: (evolve(item, anchor=offered(pen).anchor),),
        "the other player's anchor",
    ),
    "an anchor that is none": (
        Accept,
        lambda pen, item: (evolve(item, anchor="\u00e9" * 64),),
        "no valid anchor: it is '.*', not 64 hexadecimal digits",
    ),
    "a game that is not accepted": (Accept, lambda pen, item: (), "the second letter must accept the offer"),
    "an acceptance behind a choice": (
        Accept,
        lambda pen, item: (Choose({"kind": "stay"}), item),
        "must accept the offer before anything else",
    ),
    "a secret choice is made openly": (Seal, lambda pen, item: (Choose(pen.sealed["action"]),), "it must be sealed"),
}
"""By name of the cheat: the item that is changed, what stands in its place, and what the other player is told."""


@pytest.mark.parametrize("cheat", CHEATS)
def test_a_cheat_is_found(red: Mailbox, blue: Mailbox, cheat: str) -> None:
    kind, change, told_of = CHEATS[cheat]
    pen, other = until(red, blue, kind)
    honest = pen._letter()
    items = [now for item in honest.items for now in (change(pen, item) if isinstance(item, kind) else (item,))]
    refuses(other, rewritten(honest, pen, items=tuple(items)), told_of)


def test_a_seal_tells_nothing_to_who_tries_all_choices_with_what_stands_in_the_letters(
    red: Mailbox, blue: Mailbox
) -> None:
    pen, _ = until(red, blue, Seal)
    (sealed,) = (item for item in pen.draft if isinstance(item, Seal))
    assert pen.match is not None
    choices = [pen.match.rules.codec.to_json(action) for action in pen.match.view(pen.seat).choices]
    assert pen.sealed["action"] in choices
    words = {"", *re.findall(r"[0-9a-f]{32,}", "".join(letter.text() for letter in pen.letters.letters))}
    assert sealed.commitment not in {seal(choice, word) for choice in choices for word in words}


def test_a_sealed_choice_must_have_been_a_legal_one(red: Mailbox, blue: Mailbox) -> None:
    pen, other = until(red, blue, Seal)
    action = {"kind": "play_card", "card": 9}
    honest = pen._letter()
    sealed = tuple(Seal(seal(action, "x")) if isinstance(item, Seal) else item for item in honest.items)
    other.receive(rewritten(honest, pen, items=sealed))
    choose_all(other, Random(1))
    other_letter = other.send().read_text("utf-8")
    opened = mail.read_letter(other_letter)
    answer = Letter(opened.number + 1, pen.seat, opened.hash, (Unseal(action, "x"),)).signed(pen.key)
    refuses(other, answer.text(), f"letter {answer.number}: ")


def test_a_lost_letter_is_named(red: Mailbox, blue: Mailbox) -> None:
    play_on(red, blue, 5, Random(1))
    first, second, _, fourth, *_ = red.letters.letters
    late = Correspondence(find).after(first).after(second)
    with pytest.raises(MailError, match="letter 3 is missing: this is letter 4"):
        late.after(fourth)


def test_a_letter_changed_on_its_way_is_found(red: Mailbox, blue: Mailbox) -> None:
    choose_all(red, Random(1))
    text = red.send().read_text("utf-8")
    data = json.loads(text)
    data["items"][0]["anchor"] = "00" * 32
    refuses(blue, json.dumps(data), "was changed after it was written")
    data = json.loads(text)
    data["hash"] = data["hash"][:-1] + ("0" if data["hash"][-1] != "0" else "1")
    refuses(blue, json.dumps(data), "was changed after it was written")


def test_a_second_version_of_a_letter_is_found(red: Mailbox, blue: Mailbox) -> None:
    pen, other = until(red, blue, Choose, seed=1)
    other.receive(pen.send().read_text("utf-8"))
    first = other.letters.letters[-1]
    refuses(
        other, rewritten(first, pen, items=first.items[:-1]), f"another letter {first.number} than the one read before"
    )


@pytest.mark.parametrize(
    ("changed", "told_of"),
    [({"follows": "00" * 32}, "answers another letter"), ({"sender": "green"}, "is red's to write, not of 'green'")],
)
def test_a_letter_out_of_place_is_found(red: Mailbox, blue: Mailbox, changed: dict[str, str], told_of: str) -> None:
    pen, other = play_on(red, blue, 2, Random(1))
    choose_all(pen, Random(2))
    refuses(other, rewritten(pen._letter(), pen, **changed), told_of)


def test_other_rules_or_data_are_found_with_the_first_letter(tmp_path: Path, blue: Mailbox) -> None:
    first = blue._letter()
    offer = first.items[0]
    assert isinstance(offer, Offer)
    text = rewritten(first, blue, items=(evolve(offer, rules="0.old"),))
    with pytest.raises(MailError, match="the other player has other rules of "):
        Mailbox.accept(tmp_path / "red", text, find)
    assert not (tmp_path / "red").exists()


# ---------------------------------------------------------------------------------------------- hostile texts
def letter_with(*items: Any, **more: Any) -> str:
    said = {
        "protocol": "wargame-mail/1",
        "number": 1,
        "from": "b",
        "follows": "",
        "items": items,
        "hash": "",
        "signature": "",
        **more,
    }
    return json.dumps(said)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "no letter: not JSON"),
        ("[]", "a letter is a JSON object"),
        ("[" * 100_000, "nested 100000 deep; at most 32"),
        ("x" * 300_000, "300,000 characters"),
        ('{"protocol":"wargame-mail/9"}', "its protocol is 'wargame-mail/9'"),
        ('{"protocol":"wargame-mail/1"}', "'number' is None, not a number"),
        ('{"protocol":"wargame-mail/1","number":true}', "'number' is True, not a number"),
        (letter_with(**{"x\x1b[2J": 1}), "which is not let in"),
        (letter_with(more=1), "a letter has no 'more'"),
        (letter_with({"kind": "chanse"}), "'chanse' is not a kind of item .* did you mean 'chance'"),
        (letter_with({"kind": "chance"}), "'chance' has the keys secret, not ''"),
        (letter_with({"kind": "chance", "secret": 7}), "'secret' is 7, not text"),
    ],
)
def test_what_is_no_letter_is_told_in_words(text: str, words: str) -> None:
    with pytest.raises(MailError, match=words):
        mail.read_letter(text)


# Letters as mail programs hand them over: each is the letter that was sent, or none.


def as_attached(text: str) -> str:
    message = EmailMessage()
    message["Subject"], message["From"] = "Re: our game, turn 3", "Blue <blue@example.org>"
    message.set_content("Sch\u00f6ne Gr\u00fc\u00dfe, and here it is.\n")
    message.add_attachment(text.encode(), maintype="application", subtype="octet-stream", filename="001.letter")
    return message.as_string()


def as_a_message(text: str) -> str:
    message = EmailMessage()
    message["Subject"] = "our game"
    message.set_content(f"Hello,\n\n{text}\nBest wishes", cte="quoted-printable")
    return message.as_string()


def wrapped(text: str, width: int = 60, between: str = " ") -> str:
    """Lines broken at spaces or, with "" between, anywhere."""
    if not between:
        return "\n".join(line[n : n + width] for line in text.splitlines() for n in range(0, len(line), width))
    return "\n".join(fill(line, width, break_long_words=False) for line in text.splitlines())


OLDER = "".join(f"> {line}\n" for line in Letter(1, "red", "", (Accept("older", "key"),)).text().splitlines())
MAILED: dict[str, Callable[[str], str]] = {
    "quoted": lambda text: "".join(f"> {line}\n" for line in text.splitlines()),
    "quoted twice": lambda text: "".join(f">> {line}\n" for line in text.splitlines()),
    "quoted within quotes": lambda text: "".join(f"> > {line}\n" for line in text.splitlines()),
    "below a greeting": lambda text: f'Hello {{Blue}},\nyour turn: "go"!\n\n{text}\n-- \nRed\n',
    "wrapped": wrapped,
    "broken anywhere": lambda text: wrapped(text, 60, ""),
    "wrapped and quoted": lambda text: "".join(f"> {line}\n" for line in wrapped(text).splitlines()),
    "with line ends of Windows": lambda text: text.replace("\n", "\r\n"),
    "quoted, with line ends of Windows": lambda text: "".join(f"> {line}\r\n" for line in text.splitlines()),
    "with a byte order mark": lambda text: f"\ufeff{text}",
    "set as type": lambda text: re.sub('"(.*?)"', "\u201c\\1\u201d", text).replace("\n ", "\n\u00a0"),
    "attached": as_attached,
    "in a message": as_a_message,
    "above older letters": lambda text: f"{text}\n> Blue wrote:\n{OLDER}",
}


@pytest.mark.parametrize("way", MAILED)
def test_a_letter_is_found_in_what_mail_programs_make_of_it(way: str) -> None:
    long = {"kind": "march", "words": "a text of many words " * 9, "cite": "he said {this}: \\"}
    letter = Letter(2, "blue", "ab" * 32, (Choose(long), Chance("cd" * 32)))
    assert letter_in(MAILED[way](letter.text())) == letter


def test_a_mailed_letter_is_kept_as_it_was_written(red: Mailbox, blue: Mailbox) -> None:
    choose_all(red, Random(1))
    sent = red.send().read_text("utf-8")
    letter = blue.receive(MAILED["quoted"](sent))
    assert blue._path(letter).read_text("utf-8") == sent
    assert Mailbox.open(blue.folder, find).letters.letters == blue.letters.letters


@pytest.mark.parametrize("way", MAILED)
def test_a_mailed_letter_that_was_changed_is_found(way: str) -> None:
    text = Letter(2, "blue", "ab" * 32, (Choose({"kind": "march"}),)).text().replace("march", "hold!")
    if way == "above older letters":  # the older one is whole
        assert letter_in(MAILED[way](text)).number == 1
        return
    with pytest.raises(MailError, match="letter 2 was changed after it was written"):
        letter_in(MAILED[way](text))


def test_a_message_without_a_letter_is_refused() -> None:
    for text in (as_attached("no letter"), "Hello {you}", '{"protocol" ' * 5_000, MAILED["quoted"]("[" * 100)):
        with pytest.raises(MailError, match="no letter"):
            letter_in(text)


def test_a_file_that_is_too_long_for_a_letter_is_refused(tmp_path: Path) -> None:
    (tmp_path / "long.eml").write_bytes(b"x" * (LONGEST + 1))
    with pytest.raises(MailError, match="more than 1,000,000 bytes"):
        read_text(tmp_path / "long.eml")


# `wargame mail`: a game between two folders, as two people would play it.


def begin(wargame: Run) -> None:
    wargame("mail", "new", "toy", "mine", "--seat", "blue", "--on-trust")
    wargame("mail", "send", "mine")


def test_a_game_with_secrets_is_offered_only_on_trust(wargame: Run) -> None:
    refused = wargame("mail", "new", "toy", "mine", "--seat", "blue", exit_code=3)
    assert "only the program keeps each player from looking" in refused.stderr
    assert not Path("mine").exists()


def test_two_people_play_a_whole_game_with_numbers(wargame: Run) -> None:
    begin(wargame)
    letter = Path("mine/001-blue.letter")
    folders, number = ["yours", "mine"], 0
    while True:
        folder = folders[number % 2]
        done = told(wargame("mail", "open", folder, letter, "--json", typed="1\n" * 30))
        if not done["ready"]:
            assert done["outcome"] is not None
            break
        letter = Path(told(wargame("mail", "send", folder, "--json"))["letter"])
        number += 1
    checked = wargame("mail", "verify", "mine", "--record", "game.jsonl")
    assert "every one by the rules" in checked.stdout
    assert Record.load(Path("game.jsonl")).ended
    assert wargame("verify", "game.jsonl").exit_code == 0


def test_a_bot_makes_the_choices_of_a_letter_in_a_players_place(wargame: Run) -> None:
    begin(wargame)
    refused = wargame("mail", "open", "yours", "mine/001-blue.letter", "--bot", "smart", exit_code=2)
    assert "unknown bot 'smart'" in refused.stderr
    opened = wargame("mail", "open", "yours", "--bot", "random")
    assert "The bot chooses: " in opened.stdout
    assert "Your letter is ready: wargame mail send yours" in opened.stdout
    letter = told(wargame("mail", "send", "yours", "--json"))["letter"]
    assert told(wargame("mail", "open", "mine", letter, "--bot", "random", "--json"))["ready"]


def test_opening_says_what_to_do_next(wargame: Run) -> None:
    begin(wargame)
    opened = wargame("mail", "open", "yours", "mine/001-blue.letter", typed="quit\n")
    assert "You play red in Toy" in opened.stdout
    assert "Until next time" in opened.stdout
    assert "Go on choosing with: wargame mail open yours" in opened.stdout
    again = wargame("mail", "open", "yours", typed="1\n")
    assert "Your letter is ready: wargame mail send yours" in again.stdout
    waiting = wargame("mail", "open", "mine")
    assert "Now it is red's turn to write." in waiting.stdout


def test_house_rules_stand_in_the_offer_and_both_players_need_them(
    wargame: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    heat = Variant(id="heat", of=("toy",), title="Heat", help="A hot day.", requires_api=API)
    monkeypatch.setattr(variants, "_VARIANTS_OF_PROCESS", {"heat": heat})
    wargame("mail", "new", "toy", "mine", "--seat", "blue", "--on-trust", "--variant", "heat")
    letter = told(wargame("mail", "send", "mine", "--json"))["letter"]
    opened = wargame("mail", "open", "yours", letter, typed="quit\n")
    assert "You play red in Toy with Heat" in opened.stdout
    monkeypatch.setattr(variants, "_VARIANTS_OF_PROCESS", {})
    refused = wargame("mail", "open", "theirs", letter, exit_code=3)
    assert "unknown variant of toy 'heat'" in refused.stderr
    monkeypatch.setattr(variants, "_VARIANTS_OF_PROCESS", {"heat": evolve(heat, version="2")})
    refused = wargame("mail", "open", "theirs", letter, exit_code=3)
    assert "the other player has other rules of toy+heat" in refused.stderr


def test_a_campaign_of_ones_own_is_played_by_mail_where_both_have_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    plugin("altar_of_freedom").scaffold["campaign"](tmp_path / "valley")

    def typed(*words: str, exit_code: int = 0) -> str:
        done = CliRunner().invoke(main, [*words], input="quit\n")
        assert done.exit_code == exit_code, done.output
        return done.output

    typed("mail", "new", "./valley", "mine", "--seat", "blue", "--on-trust")
    typed("mail", "send", "mine", "--game", "./valley")
    letter = "mine/001-blue.letter"
    assert "--game PATH names your own" in typed("mail", "open", "yours", letter, exit_code=3)
    assert "You play gray in Valley" in typed("mail", "open", "yours", letter, "--game", "./valley")
    path = tmp_path / "valley" / "deck.toml"
    path.write_text(path.read_text("utf-8").replace('name = "', 'name = "A changed ', 1), "utf-8")
    assert "other data of valley" in typed("mail", "open", "theirs", letter, "--game", "./valley", exit_code=3)
    (tmp_path / "valley").rename(tmp_path / "hill")
    said = typed("mail", "open", "theirs", letter, "--game", "./hill", exit_code=3)
    assert "the letter offers 'valley', and hill is 'hill'" in said


def test_a_letter_opens_no_folder_of_the_readers_machine(wargame: Run, blue: Mailbox) -> None:
    first = mail.read_letter(blue.send().read_text("utf-8"), "the letter")
    (offer,) = first.items
    assert isinstance(offer, Offer)
    key = new_key()
    Path("own").mkdir()
    Path("evil.letter").write_text(
        evolve(first, items=(evolve(offer, game="./own", key=public_half(key)),)).signed(key).text(), "utf-8"
    )
    refused = wargame("mail", "open", "yours", "evil.letter", exit_code=3)
    assert "'./own', which is not an installed game" in refused.stderr


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("mail", "send", "nowhere"), "nowhere holds no game by mail"),
        (("mail", "verify", "nowhere"), "nowhere holds no game by mail"),
        (("mail", "send", "mine"), "it is red's turn to write"),
        (("mail", "open", "mine", "mine/001-blue.letter"), "is one of your own letters"),
        (("mail", "new", "toy", "mine", "--seat", "blue", "--on-trust"), "mine is in use already"),
        (("mail", "new", "toy", "other", "--seat", "green", "--on-trust"), "no seat 'green'"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_sentence(wargame: Run, words: tuple[str, ...], message: str) -> None:
    begin(wargame)
    refused = wargame(*words, exit_code=3)
    assert message in refused.stderr
    assert "Traceback" not in refused.stderr
