"""A story can be checked with the document alone: sums, cells of charts and final points follow from its text.

What is read here are the sentences alone; no event, no board, no record.
"""

import re
from collections import Counter
from collections.abc import Iterable

import pytest

from wargame_core import Record, load
from wargame_gcacw.charts.results import combat_chart
from wargame_pictures.stories.story import Sentence, narrate

ROWS = combat_chart()
BASE, TERM = re.compile(r"-?\d+(?=, )"), re.compile(r"(?:^|, )([+-]\d+) ")
SCORED = re.compile(r"^(\w+) scores ([+-]\d+)(?: \((-?\d+) and a roll of (-?\d+)\)| rolled)?:")
GAMES = ("gcacw_on_the_4th_day", "vicksburg", "gettysburg", "battlecry", "thunder_on_the_mississippi")


def sums(line: str) -> None:
    """Base and modifiers of a line come to the total that it says."""
    body, equals, total = line.rpartition(" = ")
    if equals:
        bare = re.sub(r" \((?:[^()]|\([^()]*\))*\)", "", body)  # what stands in brackets explains a term
        terms = bare.rpartition(": ")[2].rpartition("; ")[2]
        base = BASE.match(terms)
        added = sum(map(int, TERM.findall(terms))) + (int(base[0]) if base and base[0].lstrip("-") == base[0] else 0)
        assert added == int(total), line


def combat(lines: tuple[str, ...]) -> bool:
    """Both results of a combat are the cells of the printed chart at the row and the columns that the story says."""
    head = next((line for line in lines if "Combat Chart, row" in line), "")
    if not head:
        return False
    row = re.search(r"Combat Chart, row (\S+)", head)
    assert row is not None, head
    totals = {}
    for side in ("attacker", "defender"):
        told = next(line for line in lines if line.startswith(side.capitalize()))
        found = re.match(r"\w+ (\S+): column ([^;]+)(?:; (.*))?$", told)
        assert found is not None, told
        chart = ROWS[side]
        cell = chart.cells[chart.rows.labels.index(row[1])][chart.columns.labels.index(found[2])]
        assert str(cell).replace("−", "-") == found[1], (head, told, cell)
        totals[side] = int((found[3] or "0").rpartition(" = ")[2].split(",")[0])
    assert chart.rows.labels.index(row[1]) == chart.rows.index(totals["attacker"] - totals["defender"]), lines
    return True


def points_of_a_campaign(sentences: Iterable[str]) -> Counter[str]:
    """What each side scored, sentence by sentence, fixed part and roll."""
    scored: Counter[str] = Counter()
    for text in sentences:
        if found := SCORED.match(text):
            side, points, fixed, rolled = found.groups()
            assert fixed is None or int(fixed) + int(rolled) == int(points), text
            scored[side] += int(points)
    return scored


def audited(name: str, seed: int, scenario: str | None = None) -> Counter[str]:
    """Check the whole story of a game by what it says; how much of each kind there was."""
    game = load(name)
    match = game.start(scenario, seed=seed)
    match.play_out("heuristic" if "heuristic" in game.bots else "normal")
    told: list[Sentence] = []
    narrate(Record.of(match), game, lambda item: told.append(item) if isinstance(item, Sentence) else None)
    seen: Counter[str] = Counter()
    for sentence in told:
        for line in sentence.explanation:
            sums(line)
            seen["sums"] += " = " in line
        seen["combats"] += combat(sentence.explanation)
        if found := re.search(r" battles .*?: (.*); \d+ hits?,", sentence.text):
            dice = sum(map(int, re.findall(r"\b(\d+) \w", found[1])))
            assert int(sentence.explanation[0].rpartition(" = ")[2]) == dice, (sentence.text, sentence.explanation)
            seen["battles"] += 1
    texts = [sentence.text for sentence in told]
    if scored := points_of_a_campaign(texts):
        final = re.search(r"Victory points: (\w+) (-?\d+), (\w+) (-?\d+)\.", texts[-1])
        assert final is not None, texts[-1]
        assert {final[1]: scored[final[1]], final[3]: scored[final[3]]} == {
            final[1]: int(final[2]),
            final[3]: int(final[4]),
        }
        seen["points"] += sum(1 for text in texts if SCORED.match(text))
    for sentence in told:
        if found := re.match(r"The \w+ side has (-?\d+) victory points( \(([^)]*) rounded down\))?", sentence.text):
            lines = [re.search(r" ([+-]\d+)( 1/2)?(?=:| \(|$)", line) for line in sentence.explanation]
            ledger = sum(
                (int(line[1]) + (0.5 if line[1][0] != "-" else -0.5) * bool(line[2])) for line in lines if line
            )
            assert int(ledger // 1) == int(found[1]), sentence.explanation
            seen["ledgers"] += 1
    return seen


@pytest.mark.parametrize("name", GAMES)
def test_the_text_of_a_story_is_enough_to_work_it_out_again(name: str) -> None:
    seen = audited(name, 4104)
    assert seen["sums"] > 3, seen
    assert bool(seen["combats"]) == (name in ("gcacw_on_the_4th_day", "thunder_on_the_mississippi"))
    assert bool(seen["ledgers"]) == (name == "gcacw_on_the_4th_day")
    assert bool(seen["points"]) == (name in ("vicksburg", "gettysburg"))
    assert bool(seen["battles"]) == (name == "battlecry")


@pytest.mark.thorough
@pytest.mark.parametrize("name", GAMES)
def test_a_hundred_stories_can_be_worked_out_again(name: str) -> None:
    scenarios = [scenario.id for scenario in load(name).scenarios]
    for seed in range(20):
        audited(name, 880_000 + seed, scenarios[seed % len(scenarios)])


def test_a_sum_that_is_wrong_is_found() -> None:
    sums("Attacker 1Da: column 7-11; 6, -1 ratio of combat values (ratio modifier), +1 tactical values = 6")
    with pytest.raises(AssertionError):
        sums("Attacker 1Da: column 7-11; 6, -1 ratio of combat values (ratio modifier), +1 tactical values = 7")
