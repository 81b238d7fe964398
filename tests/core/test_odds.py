"""Dice from a seed can be checked by anybody, distributions are exact as icepool has them, numbers are read exactly."""

from collections import Counter
from fractions import Fraction
from hashlib import blake2b
from itertools import product

import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wargame_core import D6, DiceError, Seeded
from wargame_core.dice import D3, Die, Scripted, die
from wargame_core.odds import Distribution, NotANumber, OddsError, exact, show

D = Distribution.of(D6)
WEIGHTS = st.dictionaries(st.integers(-20, 20), st.integers(1, 12), min_size=1, max_size=8)


def as_icepool(mine: Distribution[int]) -> icepool.Die[int]:
    return icepool.Die(dict(mine.counts))


def same(mine: Distribution[int], theirs: icepool.Die[int]) -> bool:
    chances = {value: Fraction(count, theirs.denominator()) for value, count in theirs.items()}
    return dict(mine.items()) == chances


@pytest.mark.parametrize("dice", range(1, 8))
def test_the_sum_of_n_dice_is_what_icepool_computes(dice: int) -> None:
    assert same(dice @ D, dice @ icepool.d6)


@settings(max_examples=60, deadline=None)
@given(WEIGHTS, WEIGHTS)
def test_sums_differences_and_maxima_agree_with_icepool(first: dict[int, int], second: dict[int, int]) -> None:
    one, two = Distribution.from_counts(first), Distribution.from_counts(second)
    assert same(one + two, as_icepool(one) + as_icepool(two))
    assert same(one - two, as_icepool(one) - as_icepool(two))
    assert same(one.combine(two, max), icepool.highest(as_icepool(one), as_icepool(two)))
    assert same(one.map(lambda value: value % 3), as_icepool(one).map(lambda value: value % 3))


@settings(max_examples=60, deadline=None)
@given(WEIGHTS)
def test_mean_variance_and_quantiles_agree_with_icepool(counts: dict[int, int]) -> None:
    mine = Distribution.from_counts(counts)
    theirs = as_icepool(mine)
    assert mine.mean() == theirs.mean()
    assert mine.variance() == theirs.variance()
    assert mine.sd() == pytest.approx(theirs.standard_deviation())
    assert [mine.quantile(Fraction(k, 10)) for k in range(1, 10)] == [theirs.quantile_low(k, 10) for k in range(1, 10)]


@settings(max_examples=60, deadline=None)
@given(WEIGHTS)
def test_a_second_roll_that_depends_on_the_first_agrees_with_icepool(counts: dict[int, int]) -> None:
    first = Distribution.from_counts(counts)
    mine = first.then(lambda value: D if value < 0 else Distribution.certain(value))
    assert same(mine, as_icepool(first).map(lambda value: icepool.d6 if value < 0 else value))


@settings(max_examples=60, deadline=None)
@given(WEIGHTS)
def test_probabilities_sum_to_exactly_one(counts: dict[int, int]) -> None:
    assert sum(chance for _, chance in Distribution.from_counts(counts).items()) == 1


def test_two_ways_to_the_same_odds_are_equal_and_hash_alike() -> None:
    halves = Distribution.from_counts({"hold": 3, "retreat": 3})
    assert halves == Distribution.from_fractions({"hold": Fraction(1, 2), "retreat": Fraction(1, 2)})
    assert len({halves, Distribution.uniform(["retreat", "hold"])}) == 1


def test_p_takes_a_value_or_a_question() -> None:
    assert D.p(6) == Fraction(1, 6)
    assert D.p(7) == 0
    assert D.p(lambda face: face % 2 == 0) == Fraction(1, 2)


def test_output_is_in_order_of_value_whatever_the_order_of_entry() -> None:
    assert list(Distribution.from_counts({3: 1, 1: 1, 2: 2})) == [1, 2, 3]
    assert list(Distribution.from_counts({"b": 1, 2: 1, "a": 1})) == [2, "a", "b"]


def test_json_has_the_fraction_as_text_and_as_number() -> None:
    assert Distribution.from_counts({"in": 5, "out": 1}).to_json() == [
        {"value": "in", "probability": "5/6", "float": 5 / 6},
        {"value": "out", "probability": "1/6", "float": 1 / 6},
    ]
    assert Distribution.certain((1, "a")).to_json()[0]["value"] == [1, "a"]
    assert Distribution.certain(Fraction(1, 2)).to_json()[0]["value"] == "1/2"


def test_text_bars_are_scaled_to_the_longest() -> None:
    lines = (2 @ Distribution.of(D3)).bars(12).splitlines()
    assert [line.count("#") for line in lines] == [4, 8, 12, 8, 4]
    assert str(D).splitlines()[0].startswith("1  16.67 %  1/6  ####")


def test_pictures_show_every_value_and_escape_text() -> None:
    odds = Distribution.from_counts({"<a>": 1, "b": 3})
    for picture in (str(odds._repr_html_()), str(odds._repr_svg_())):
        assert "&lt;a&gt;" in picture
        assert "<a>" not in picture
        assert "75.0" in picture


def test_a_condition_that_cannot_hold_is_refused() -> None:
    with pytest.raises(OddsError, match="no value of this distribution fits; it has 1, 2, 3"):
        Distribution.of(D3).given(4)


# Many dice, dice that are kept, rolled again and that explode: as icepool has them, and as all cases say.


@settings(max_examples=80, deadline=None)
@given(WEIGHTS, st.integers(0, 9), st.sampled_from([1, 1, 3]))
def test_many_dice_are_what_one_die_after_the_other_gives(counts: dict[int, int], dice: int, step: int) -> None:
    one = Distribution.from_counts({value * step: count for value, count in counts.items()})
    added = Distribution.certain(0)
    for _ in range(dice):
        added = added + one
    assert dice @ one == added


@pytest.mark.parametrize("one", [D, Distribution.of(die(12)), Distribution.uniform([0, 0, 1, 3])])
def test_a_thousand_dice_have_the_mean_and_variance_of_a_thousand(one: Distribution[int]) -> None:
    many = 1_000 @ one
    assert many.total == one.total**1_000
    assert (many.mean(), many.variance()) == (1_000 * one.mean(), 1_000 * one.variance())


def test_dice_that_show_fractions_are_added_too() -> None:
    half = Distribution.uniform([Fraction(1, 2), Fraction(1)])
    assert (3 @ half).p(Fraction(3, 2)) == Fraction(1, 8)


@pytest.mark.parametrize("faces", [(1, 2, 3, 4, 5, 6), (0, 5, 5, 9), (-3, 4), (2,)])
@pytest.mark.parametrize("dice", range(5))
def test_what_is_kept_is_what_all_cases_say(faces: tuple[int, ...], dice: int) -> None:
    one, cases = Distribution.uniform(faces), [sorted(case) for case in product(faces, repeat=dice)]
    for keep in range(dice + 1):
        assert one.keep(keep, of=dice) == Distribution.uniform(sum(case[dice - keep :]) for case in cases)
        assert one.keep(keep, of=dice, lowest=True) == Distribution.uniform(sum(case[:keep]) for case in cases)


@settings(max_examples=40, deadline=None)
@given(WEIGHTS, st.integers(1, 7), st.integers(1, 7))
def test_what_is_kept_agrees_with_icepool(counts: dict[int, int], keep: int, dice: int) -> None:
    mine = Distribution.from_counts(counts)
    if keep <= dice:
        assert same(mine.keep(keep, of=dice), as_icepool(mine).highest(dice, keep))


def test_more_than_was_rolled_cannot_be_kept() -> None:
    with pytest.raises(OddsError, match="of 4 dice, 0 to 4 can be kept, not 5"):
        D.keep(5, of=4)


@pytest.mark.parametrize("times", range(4))
def test_a_die_is_rolled_again_as_often_as_is_said(times: int) -> None:
    cases = [next((face for face in case if face > 2), case[-1]) for case in product(range(1, 7), repeat=times + 1)]
    assert D.reroll(lambda face: face <= 2, times) == Distribution.uniform(cases)


def test_a_die_is_rolled_again_until_it_shows_something_else() -> None:
    assert D.reroll(6, None) == Distribution.uniform(range(1, 6))
    with pytest.raises(OddsError, match="no value of this distribution fits"):
        D.reroll(lambda face: face > 0, None)


@pytest.mark.parametrize("depth", range(4))
@pytest.mark.parametrize("on", [None, 1])
def test_a_die_explodes_as_deep_as_is_said(depth: int, on: int | None) -> None:
    cases = []
    for case in product(range(1, 5), repeat=depth + 1):
        more = next((n for n, face in enumerate(case) if face != (on or 4)), depth)
        cases.append(sum(case[: more + 1]))
    assert Distribution.of(die(4)).explode(depth, on) == Distribution.uniform(cases)
    if on is None:
        assert same(D.explode(depth), icepool.d6.explode(depth=depth))


@pytest.mark.parametrize("times", [-1, 1.0, True])
def test_dice_are_rolled_again_a_whole_number_of_times(times: int) -> None:
    for again in (D.explode, lambda times: D.reroll(1, times)):
        with pytest.raises(OddsError, match="a whole number of times, 0 or more, not"):
            again(times)


def test_rolls_that_never_end_are_refused() -> None:
    def again(face: int) -> Distribution[int]:
        return D.then(again) if face == 6 else Distribution.certain(face)

    with pytest.raises(OddsError, match="without end: give a depth"):
        D.then(again)


def test_chances_are_read_as_they_are_written() -> None:
    assert Distribution.from_fractions({1: 0.1, 2: 0.9}) == Distribution.from_counts({1: 1, 2: 9})
    assert Distribution.from_fractions({1: "1/3", 2: "2/3"}) == Distribution.from_counts({1: 1, 2: 2})
    with pytest.raises(OddsError, match=r"not to 1: write .* such as Fraction\(1, 3\)"):
        Distribution.from_fractions({1: 1 / 3, 2: 2 / 3})
    with pytest.raises(OddsError, match=r"sum to 5/6, not to 1$"):
        Distribution.from_fractions({1: Fraction(1, 2), 2: Fraction(1, 3)})
    with pytest.raises(NotANumber, match="'often' is not a number"):
        Distribution.from_fractions({1: "often", 2: 0.5})


def test_a_roll_is_written_in_small_or_capital_letters() -> None:
    assert Die.parse("2D6+1") == Die.parse("2d6+1")


@pytest.mark.parametrize(
    ("written", "why"),
    [
        ("d\u0663", "a roll is written with the digits 0 to 9"),
        ("2d\uff16", "a roll is written with the digits 0 to 9"),
        ("d1234567", "the numbers of a roll have at most 5 digits"),
        ("13d6", "13d6 has more than"),
        ("99999d6", "99999d6 has more than"),
        ("d0", "a die has a whole number of sides, 1 or more"),
    ],
)
def test_a_roll_that_cannot_be_made_is_refused(written: str, why: str) -> None:
    with pytest.raises(DiceError, match=why):
        Die.parse(written)


def test_dice_of_a_kind_are_added_and_a_number_of_sides_is_a_number() -> None:
    assert (2 @ D6).p(7) == Fraction(1, 6)
    with pytest.raises(OddsError, match="a sum has a whole number of dice, 0 or more, not '2'"):
        "2" @ D6  # type: ignore[operator]
    with pytest.raises(DiceError, match="a die has a whole number of sides, 1 or more, not '6'"):
        die("6")  # type: ignore[arg-type]


# Dice from a seed can be checked by anybody: the documented formula, face by face.


@pytest.mark.parametrize("seed", [0, 1863, -5, 2**40])
@pytest.mark.parametrize("sides", [2, 3, 6, 10, 52])
def test_a_seeded_draw_is_the_documented_hash_of_seed_stream_and_number(seed: int, sides: int) -> None:
    dice = Seeded(seed, stream="game-17")
    for seq in range(40):
        digest = blake2b(f"game-17:{seq}".encode(), digest_size=8, key=str(seed).encode()).digest()
        assert dice.draw(seq, die(sides)) == 1 + int.from_bytes(digest, "big") * sides // 2**64


def test_every_face_comes_up_about_as_often_as_any_other() -> None:
    faces = Counter(Seeded(1).draw(seq, D6) for seq in range(6000))
    assert sorted(faces) == [1, 2, 3, 4, 5, 6]
    assert all(900 < count < 1100 for count in faces.values())


def test_a_face_is_one_of_the_die_and_of_its_kind() -> None:
    assert D6.face(1) == 1
    for value in (0, 7, True, 1.0, "1", None):
        with pytest.raises(DiceError, match="is not a face of d6"):
            D6.face(value)


def test_scripted_dice_come_in_their_order_and_fit_the_die() -> None:
    dice = Scripted([3, 7, 1])
    assert dice.draw(0, D6) == 3
    with pytest.raises(DiceError, match="7 is not a face of d6"):
        dice.draw(1, D6)
    with pytest.raises(DiceError, match="2 scripted dice were not used: 7, 1"):
        dice.check_all_used()


# Numbers are read exactly, however they are written.


@pytest.mark.parametrize("written", [3.5, "3.5", "7/2", "3 1/2", "3½", Fraction(7, 2)])
def test_a_half_can_be_written_in_every_usual_way(written: object) -> None:
    assert exact(written) == Fraction(7, 2)


@pytest.mark.parametrize("written", ["", "many", "1/0", True, None, [3], "3 1", "nan"])
def test_what_is_no_number_is_refused(written: object) -> None:
    with pytest.raises(NotANumber, match=r"is not a number \(write 3"):
        exact(written)


@pytest.mark.parametrize("number", [Fraction(n, 4) for n in range(-9, 10)])
def test_a_shown_number_reads_back(number: Fraction) -> None:
    assert exact(show(number)) == number
