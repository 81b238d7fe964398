"""House rules from outside for a campaign: an effect, an award, a card, a step and a bot that nobody here knows of."""

from pathlib import Path

import pytest
from attrs import evolve
from tests.altar_of_freedom.words import NoRallying

from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.printed.data_files import Vocabulary
from wargame_core import DataError, load, verify_record
from wargame_core.authoring import Counter, CounterSet, RulesError, Step, Table, Variant, after
from wargame_core.plugins import variants
from wargame_core.version import API

DECK = """
[deck]
remove_unseen = 3
size = 11

[[card]]
id = "fever"
name = "Fever"
text = "No Federal brigade rallies this turn."
[[card.effect]]
kind = "no_rallying"
side = "federal"
"""
CAMPAIGN = """
[[award]]
id = "jackson_entered"
side = "federal"
points = "1"
limit = "once"
text = "entering Jackson"
when = { kind = "first_entry", places = ["Jackson"] }
"""


def count_draws(t: Table[CampaignBoard]) -> None:
    t.record(CounterSet("cards", int(t.board.counters["cards"]) + 1))


@pytest.fixture
def fever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Variant:
    """Vicksburg with a card and an award more, and a count of the cards."""
    monkeypatch.setattr(variants, "_VARIANTS_OF_PROCESS", {})
    (tmp_path / "deck.more.toml").write_text(DECK, "utf-8")
    (tmp_path / "campaign.more.toml").write_text(CAMPAIGN, "utf-8")
    variant = Variant(
        id="fever",
        of=("altar_of_freedom",),
        title="Fever",
        help="A card more.",
        requires_api=API,
        sequence=(after("Draw event card", Step("Count the cards", count_draws)),),
        counters=(Counter("cards", "Cards so far", 0),),
        words=lambda: Vocabulary(effects=(NoRallying,)),
        bots={"quick": lambda **_: load("vicksburg").bot("random", seed=1)},
        data=tmp_path,
    )
    variants.register_variant(variant)
    return variant


def test_a_campaign_is_played_with_words_files_and_a_step_of_a_variant(fever: Variant, tmp_path: Path) -> None:
    game = load("vicksburg+fever")
    assert "fever" in {card.id for card in game.sheet().cards}
    assert "jackson_entered" in game.rules.printed["campaign"].awards
    assert game.rules.source.digest != load("vicksburg").rules.source.digest
    match = game.start(seed=7)
    match.play_out({seat: game.bot("heuristic", seed=1) for seat in game.seats})
    assert match.board.counters == {"cards": match.board.turn}  # type: ignore[attr-defined]
    assert "quick" in game.bots
    path = match.save(tmp_path / "fever.jsonl")
    assert verify_record(path).ok
    assert game.files.reload is not None
    (tmp_path / "own" / "art").mkdir(parents=True)
    assert game.files.reload(tmp_path / "own").id == "vicksburg+fever"


def test_the_card_of_a_variant_holds(fever: Variant) -> None:
    match = load("vicksburg").with_variants(fever).start(seed=3, chance="explicit")
    while "event card" not in str(match.pending):
        match.roll(next(iter(match.pending.die.faces)))  # type: ignore[union-attr]
    match.roll("fever")
    board = match.board
    assert isinstance(board, CampaignBoard)
    assert board.effects == [NoRallying("federal")]


def test_a_folder_of_a_designer_takes_variants_too(fever: Variant, tmp_path: Path, campaign_folder: Path) -> None:
    game = load(Path(f"{campaign_folder}+fever"))
    assert (game.id, game.rules.additions.variants) == (f"{campaign_folder.name}+fever", (fever,))


def test_a_mistake_in_the_files_of_a_variant_is_told_by_its_own_line(fever: Variant, tmp_path: Path) -> None:
    (tmp_path / "deck.more.toml").write_text(DECK.replace("no_rallying", "no_ralying"), "utf-8")
    with pytest.raises(DataError) as caught:
        load("vicksburg+fever")
    [problem] = caught.value.problems
    assert (problem.file, problem.line, problem.code) == ("deck.more.toml", 11, "E511")
    assert "no_rallying" in problem.hint


def test_words_of_another_kind_are_refused(fever: Variant) -> None:
    with pytest.raises(RulesError, match="the words of a campaign are a Vocabulary, not 'mud'"):
        load("vicksburg").with_variants(evolve(fever, words="mud"))


@pytest.fixture
def campaign_folder(tmp_path: Path) -> Path:
    from wargame_altar_of_freedom.authoring.folders import new_campaign

    (tmp_path / "deck.more.toml").unlink()
    (tmp_path / "campaign.more.toml").unlink()
    new_campaign(tmp_path / "valley")
    return tmp_path / "valley"
