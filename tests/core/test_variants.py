"""Variants: house rules from outside, on a game that knows nothing of them, and everything they get for nothing."""

import pickle
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve, frozen
from tests.core.skirmish_toy import toy

from wargame_core import PluginError, Record, RecordError, UnknownName, WargameError, discover, load, verify_record
from wargame_core.authoring import (
    D6,
    EVERYBODY,
    Counter,
    CounterSet,
    Game,
    GameEntry,
    Option,
    Plugin,
    Procedure,
    RulesError,
    Scenario,
    Secrecy,
    Sequence,
    Step,
    Table,
    Variant,
    after,
    around,
    before,
    instead_of,
    variant,
    without,
)
from wargame_core.data import DataFolder, Problems, read_toml, structure
from wargame_core.flow.panels import Track
from wargame_core.plugins import discovery, variants
from wargame_core.version import API
from wargame_laws import laws


def build(data: Path | None, brought: tuple[Variant, ...] = ()) -> Game:
    game = toy(data=data)
    words = [str(word) for each in brought for word in each.vocabulary() or ()]
    scenarios = (*game.scenarios, *(Scenario(word, word) for word in words))
    return evolve(game, rules=evolve(game.rules, scenarios=scenarios))


@frozen
class Owner:
    name: str


@frozen
class Entry:
    """An entry point as the machine would give it."""

    name: str
    found: Any
    dist: Owner = Owner("wargame-mud")
    value: str = "mud:VARIANT"

    def load(self) -> Any:
        return self.found


def weather(t: Table[Any]) -> Procedure[None]:
    face = yield from t.roll(D6, "the weather", seen_by=EVERYBODY)
    t.record(CounterSet("weather", "rain" if face <= 3 else "sun", f"The weather: {'rain' if face <= 3 else 'sun'}."))


def only_in_the_sun(t: Table[Any], printed: Any) -> Procedure[None]:
    if t.board.counters["weather"] == "sun":
        yield from printed(t)


MUD = Variant(
    id="mud",
    of=("toy",),
    title="Mud",
    help="Each turn a die decides about the weather; in the rain nobody walks.",
    requires_api=API,
    briefing=("It rains on 1 to 3.",),
    sequence=(before("Draw tokens", Step("Weather", weather)), around("Walk", only_in_the_sun)),
    counters=(Counter("weather", "Weather", "sun", ("sun", "rain")),),
)
NO_WALK = Variant(id="no_walk", of=("toy",), title="No walk", help="h", requires_api=API, sequence=(without("Walk"),))


@pytest.fixture(autouse=True)
def installed(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """The toy as an installed game, and what is installed of variants, by name."""
    entry = GameEntry("toy", "Toy", build, varied=True)
    found = discover([Entry("toy", Plugin("toy", "Toy", games=(entry,), requires_api=1), value="toy:PLUGIN")])
    offered: dict[str, Any] = {"mud": MUD, "no_walk": NO_WALK}
    monkeypatch.setattr(discovery, "discover", lambda: found)
    monkeypatch.setattr(variants, "entry_points", lambda group: [Entry(name, each) for name, each in offered.items()])
    monkeypatch.setattr(variants, "_VARIANTS_OF_PROCESS", {})
    return offered


test_laws = laws(lambda: load("toy+mud"), seeds=range(20), players=("random",))


def test_a_game_is_played_with_a_variant_by_name_and_everything_says_so(tmp_path: Path) -> None:
    game = load("toy+mud")
    assert (game.id, game.rules.version) == ("toy+mud", "1+mud 1")
    assert game.title.endswith("with Mud")
    assert "    Weather\n    Draw tokens" in str(game.rules.sequence)
    match = game.start(seed=1)
    match.play_out({seat: game.bot("random", seed=1) for seat in game.seats})
    view = match.view("blue")
    assert "The weather: rain." in view.log
    assert "The weather: sun." in view.log
    assert (
        Track("mud_weather", "Weather", ("sun", "rain"), ("sun", "rain").index(match.board.counters["weather"]))
        in view.panels
    )
    assert view.to_json()["board"]["counters"] == match.board.counters
    path = match.save(tmp_path / "mud.jsonl")
    assert verify_record(path).ok
    assert Record.load(path).header["game"] == "toy+mud"
    assert pickle.loads(pickle.dumps(match.state)) == match.state
    assert "House rules: Mud. Each turn a die decides" in game.sheet().briefing.text()
    assert "It rains on 1 to 3." in game.sheet().briefing.text()


def test_a_record_says_which_variant_is_missing(installed: dict[str, Any], tmp_path: Path) -> None:
    path = load("toy+mud").start(seed=1).save(tmp_path / "mud.jsonl")
    del installed["mud"]
    assert verify_record(path).first_difference == (
        "no installed plugin has the game of this record: unknown variant of toy 'mud' (allowed: no_walk)"
    )


def test_a_record_of_another_version_of_a_variant_is_noticed(installed: dict[str, Any], tmp_path: Path) -> None:
    path = load("toy+mud").start(seed=1).save(tmp_path / "mud.jsonl")
    installed["mud"] = evolve(MUD, version="2")
    assert "rules 1+mud 1 of toy+mud; here they are 1+mud 2" in str(verify_record(path).first_difference)


def test_a_board_without_counters_is_written_as_ever() -> None:
    assert "counters" not in load("toy").start(seed=1).view("blue").to_json()["board"]
    mud = load("toy+mud")
    board = mud.rules.codec.board_to_json(mud.start(seed=1).board)
    assert mud.rules.codec.board(board).counters == {"weather": board["counters"]["weather"]}
    with pytest.raises(RecordError, match=r"True is neither an int nor a str @ board\.counters\['weather'\]"):
        mud.rules.codec.board({**board, "counters": {"weather": True}})


@pytest.mark.parametrize(
    ("names", "problem"),
    [
        ("mudd", r"unknown variant of toy 'mudd' \(allowed: mud, no_walk\); did you mean 'mud'\?"),
        ("", r"unknown variant of toy ''"),
        ("mud+mud", "the variant 'mud' is named twice"),
        ("mud+no_walk", r"mud and no_walk change the same step of toy\+mud, 'Walk' \(Walk changed; no Walk\)"),
    ],
)
def test_variants_that_do_not_fit_are_refused_in_words(names: str, problem: str) -> None:
    with pytest.raises((UnknownName, RulesError), match=problem):
        load(f"toy+{names}")


@pytest.mark.parametrize(
    ("found", "problem"),
    [
        (evolve(MUD, requires_api=API + 1), "wargame-mud: needs plugin interface 2, this core offers 1: python -m pip"),
        (evolve(MUD, requires_api=0), "wargame-mud: was written for plugin interface 0, .* install -U wargame-mud"),
        (evolve(MUD, id="mad"), "the entry point is called 'mud' but the variant 'mad'"),
        ("mud", "mud:VARIANT is not a Variant but a str"),
    ],
)
def test_a_variant_that_cannot_be_used_says_why(installed: dict[str, Any], found: Any, problem: str) -> None:
    installed["mud"] = found
    with pytest.raises(PluginError, match=problem):
        load("toy+mud")
    assert [each.id for each in variants.variants_of("toy")] == ["no_walk"]
    assert load("toy+no_walk").id == "toy+no_walk"


def test_parts_of_the_sequence_are_found_by_label_or_by_path() -> None:
    sequence = load("toy").rules.sequence

    def step(t: Any) -> None: ...

    assert "Turn\n    Snow\n" in str(sequence.edited(instead_of("Turn > Draw tokens", Step("Snow", step))))
    with pytest.raises(UnknownName, match=r"unknown part .* 'Draw token' .* mean 'Draw tokens'\?"):
        sequence.edited(without("Draw token"))
    two = Sequence("S", Sequence("A", Step("x", step)), Sequence("B", Step("x", step)))
    with pytest.raises(RulesError, match="'x' are several parts of the sequence of play: 'A > x' and 'B > x'"):
        two.edited(without("x"))
    assert str(two.edited(without("A > x"))) == "S\n  B\n    x"
    with pytest.raises(RulesError, match="nothing is left to play"):
        two.edited(without("A"), without("B"))
    with pytest.raises(RulesError, match="'Turn' has steps of its own"):
        sequence.edited(around("Turn", only_in_the_sun))


def counting(more: int) -> Variant:
    """A variant as a cell makes it, anew each time the cell is run."""

    @variant("toy", after="Duel", counters=(Counter("rounds", "Rounds", 0),))
    def rounds(t: Table[Any]) -> None:
        """The rounds
        are counted."""
        t.record(CounterSet("rounds", t.board.counters["rounds"] + more))

    return rounds


def test_a_variant_of_a_cell_is_one_function() -> None:
    rounds = counting(1)
    assert (rounds.id, rounds.title, rounds.help) == ("rounds", "Rounds", "The rounds are counted.")
    assert counting(1).version == rounds.version == "e07bfd10"  # on every Python, as records have it
    game = load("toy").with_variants(rounds, "mud")
    match = game.start(seed=1)
    match.play_out({seat: game.bot("random", seed=1) for seat in game.seats})
    assert (game.id, match.board.counters["rounds"]) == ("toy+rounds+mud", 3)
    assert load("toy+rounds").id == "toy+rounds"
    with pytest.raises(PluginError, match="an installed variant is called 'mud' already"):
        load("toy").with_variants(evolve(rounds, id="mud"))
    with pytest.raises(RulesError, match="'Rounds!' is not a name of a variant"):
        load("toy").with_variants(evolve(rounds, id="Rounds!"))
    with pytest.raises(WargameError, match="was not loaded by name"):
        toy().with_variants("mud")


def test_options_and_secrets_of_variants_are_those_of_the_game(installed: dict[str, Any]) -> None:
    installed["luck"] = evolve(
        MUD,
        id="luck",
        sequence=(),
        counters=(),
        options=(Option("luck", "luck", ("no", "yes"), "no"),),
        secrets=(Secrecy("s"),),
    )
    game = load("toy+luck")
    assert game.start(seed=1, options={"luck": "yes"}).options["luck"] == "yes"
    assert str(game.rules.hidden_information.secrets[-1]) == "s"
    installed["bad_luck"] = evolve(installed["luck"], id="bad_luck")
    with pytest.raises(RulesError, match="the option 'luck' of bad_luck is one of the game"):
        load("toy+luck+bad_luck")


def test_words_and_files_of_variants_go_to_a_game_that_takes_them(installed: dict[str, Any], tmp_path: Path) -> None:
    installed["late"] = evolve(MUD, id="late", sequence=(), counters=(), words=lambda: ("late",))
    assert "late" in [scenario.id for scenario in load("toy+late").scenarios]
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "deck.toml").write_text("", "utf-8")
        installed[name] = evolve(installed["late"], id=name, data=tmp_path / name)
    with pytest.raises(RulesError, match=r"one and two both replace deck\.toml of toy"):
        load("toy+one+two")


@frozen
class Card:
    name: str
    count: int


@frozen
class Deck:
    size: int
    card: tuple[Card, ...]


def test_what_another_file_adds_is_read_as_one_and_its_mistakes_are_told_by_its_own_lines(tmp_path: Path) -> None:
    printed, own = tmp_path / "printed", tmp_path / "own"
    for where, name, text in (
        (printed, "deck.toml", "size = 1\n[[card]]\nname = 'a'\ncount = 1\n"),
        (own, "deck.more.toml", "size = 2\n\n[[card]]\nname = 'b'\ncount = 2\n"),
    ):
        where.mkdir()
        (where / name).write_text(text, "utf-8")
    files = DataFolder(printed, variants=(own,))
    problems = Problems()
    deck = structure(files.read("deck.toml"), Deck, problems)
    assert (deck, len(problems)) == (Deck(2, (Card("a", 1), Card("b", 2))), 0)
    assert [path.name for path in files.files()] == ["deck.toml", "deck.more.toml"]
    assert files.digest() != DataFolder(printed).digest()
    (own / "deck.more.toml").write_text("size = 'x'\n\n[[card]]\nname = 'b'\ncont = 2\n", "utf-8")
    structure(files.read("deck.toml"), Deck, problems)
    assert [(problem.file, problem.line) for problem in problems.found] == [
        ("deck.more.toml", 1),
        ("deck.more.toml", 5),
        ("deck.more.toml", 3),
    ]
    assert read_toml(printed / "deck.toml").data["size"] == 1


def test_a_step_after_another_is_played_after_it() -> None:
    order: list[str] = []
    game = evolve(load("toy"), vary=None)
    changed = evolve(MUD, sequence=(after("Walk", Step("Look", lambda t: order.append("look"))),), counters=())
    match = evolve(game, rules=game.rules.varied(changed)).start(seed=1)
    match.play_out({seat: game.bot("random", seed=1) for seat in game.seats})
    assert order == ["look"] * 3


def test_a_variant_has_no_option_and_no_counter_of_the_game_itself(installed: dict[str, Any]) -> None:
    installed["again"] = evolve(MUD, id="again", sequence=())
    with pytest.raises(RulesError, match="the counter 'weather' of again is one of the game"):
        load("toy+mud+again")
