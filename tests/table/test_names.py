"""Nobody is called what somebody else, a seat or a role is called, in whatever letters."""

from itertools import islice, product

import pytest
from attrs import evolve
from tests.core.skirmish_toy import toy

from wargame_table.keeping.rows import Opening
from wargame_table.messages.incoming import PROTOCOL, Hello, Refused, plain_name
from wargame_table.messages.look_alikes import skeleton
from wargame_table.network.club import NewTournament
from wargame_table.network.lobby import Wishes
from wargame_table.play.people import RESERVED_NAMES, Company, Person
from wargame_table.play.session import TableSession

TITLES = {"union": "Union", "csa": "Confederate"}
LIKE = {  # an alphabet or a sign for each letter: what people tell apart by nothing
    "A": "\u0391\u0410\u13aa\ua4ee\uff21\U0001d400\U0001d5a0\u00c5\u15c5\U000102a0",
    "n": "\u0578\u057c\uff4e\U0001d427\U0001d5c7\u00f1",
    "U": "\u054d\u144c\ua4f4\uff35\U0001d414",
    "T": "\u03a4\u0422\u13a2\ua4d4\uff34",
    "a": "\u0430\u03b1\uff41\U0001d41a\u00e4",
    "e": "\u0435\uff45\U0001d41e\u00e9\u212f",
    "R": "\u13a1\ua4e3\uff32\U0001d411",
    "i": "1l|!I\u0456\u03b9\u0131\u2170\uff49",
    "o": "0O\u043e\u03bf\u0585\u10ff\uff4f",
}
UNSEEN = (
    "\u3164",
    "\u2800",
    "\u115f",
    "\uffa0",
    "\u200b",
    "\u200d",
    "\u2060",
    "\ufeff",
    "\u00ad",
    "\u034f",
    "\ufe0f",
    "\u0301",
)


def forged(name: str) -> list[str]:
    """A hundred ways to write a name so that people take it for that one."""
    letters = [sign + LIKE.get(sign, "") for sign in name]
    in_other_letters = ("".join(signs) for signs in islice(product(*letters), 1, None))
    with_more = (spelt for sign in UNSEEN for spelt in (name + sign, sign + name, name[:1] + sign + name[1:]))
    return [*with_more, *islice(in_other_letters, 64)]


@pytest.mark.parametrize("name", ["Ann", "Union", "union", "Table", "Referee"])
def test_none_of_a_hundred_spellings_of_a_name_that_belongs_to_somebody_is_free(name: str) -> None:
    company = Company(("union", "csa"), lambda: TITLES)
    company.names["union"] = "Ann"
    spellings = forged(name)
    assert len({*spellings}) == 100
    free = [spelt for spelt in spellings for seat in ("csa", "spectator") if not company.is_taken(Person(seat, spelt))]
    assert free == []


def test_titles_and_ids_are_free_for_their_own_seat_alone_and_roles_for_nobody() -> None:
    company = Company(("union", "csa"), lambda: TITLES)
    assert not company.is_taken(Person("union", "Union"))
    assert company.is_taken(Person("csa", "Union"))
    assert all(company.is_taken(Person(seat, name)) for seat in ("union", "spectator") for name in RESERVED_NAMES)
    others = (
        "Bob",
        "Union man",
        "Tabitha",
        "Servas",
        "\u738b\u5c0f\u660e",
        "\u0418\u0432\u0430\u043d",
        "\u039d\u03af\u03ba\u03bf\u03c2",
        "Zo\u00eb",
    )
    assert not any(company.is_taken(Person("spectator", name)) for name in others)
    assert len({*map(skeleton, others)}) == len(others)
    assert company.is_taken(Person("csa", "\u0301"))  # a name of which nothing is seen


def test_who_comes_with_a_name_that_is_not_his_comes_without_one_and_who_takes_it_is_told_why() -> None:
    session = TableSession(toy(), Opening.of(toy()))
    [(_, welcome), *_] = session.join("a", "spectator", Hello(protocol=PROTOCOL, name="R\u0435d"))
    assert "name" not in welcome
    with pytest.raises(Refused, match="is what somebody, a seat or a role at this table is called") as refused:
        session.company.rename("a", "R\u0435d")
    assert refused.value.code == "taken"
    assert plain_name("A\u3164n\u200bn\u2800") == "Ann"


def test_who_watches_says_so_in_every_message() -> None:
    company = Company(("union", "csa"), lambda: TITLES)
    company.by_connection = {
        "a": Person("union", "Ann"),
        "b": Person("spectator", "Bob"),
        "c": Person("spectator", "Cy", True),
    }
    assert [company.said_by(person, "") for person in company.by_connection.values()] == ["union", "", ""]


@pytest.mark.parametrize("names", [("Ann", "\u0410nn"), ("Ann", "A\u3164nn"), ("Tom", "T0rn"), ("Ann", "\u3164")])
def test_two_players_of_a_tournament_are_not_called_alike(names: tuple[str, str]) -> None:
    cup = NewTournament(title="Cup", names=names, game=Wishes(game="toy"))
    with pytest.raises(Refused, match="each given once, in letters of its own"):
        cup.pairings()
    assert len(evolve(cup, names=("Ann", "Bob")).pairings()) == 1
