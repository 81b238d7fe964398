"""The balance of a game, from games observed at the end of every turn: awards, course, places, losses, levels.

The result does not depend on the number of processes that play.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from itertools import pairwise
from multiprocessing import get_context
from statistics import mean, quantiles, stdev

from attrs import evolve, frozen

from wargame_core.flow.about import PATH, about, marks_of
from wargame_core.flow.entries import Chose, Entry
from wargame_core.flow.events import Board
from wargame_core.flow.runner import Runner
from wargame_core.game import Game
from wargame_core.json_form import JsonObject
from wargame_core.maps.map import Map
from wargame_core.maps.masks import bits
from wargame_lab.facts import Facts, LineTotal, ScoredLine, balance_data_of
from wargame_lab.playouts import Batch, GameResult, Progress, playout
from wargame_lab.results import wilson


@frozen
class TurnFacts:
    """The facts at the end of a turn."""

    turn: int
    facts: Facts


@frozen
class ObservedGame:
    """A game with the facts at the end of each turn; the last are those of its end.

    ``steps`` are the pairs of spaces, by printed ids, between which a piece was moved along a path; ``fought`` is, by
    unit that fought, its side, or None where the game does not tell.
    """

    result: GameResult
    turns: tuple[TurnFacts, ...]
    steps: frozenset[frozenset[str]] = frozenset()
    fought: Mapping[str, str] | None = None

    @property
    def end(self) -> Facts:
        """The facts at the end of the game."""
        return self.turns[-1].facts


def facts_of(game: Game, board: Board) -> Facts:
    """The facts of a board; for a game without `BalanceData.facts`, empty ones."""
    tell_facts = balance_data_of(game).facts
    return tell_facts(board) if tell_facts is not None else Facts()


def observe(batch: Batch, game: Game, index: int) -> ObservedGame:
    """Play and observe game number ``index`` of a batch."""
    turns: list[TurnFacts] = []
    last_board, turn_seen = Runner.start(game.rules, batch.scenario, batch.options, dice=batch.dice(index)).board, 0

    def watch(board: Board) -> None:
        nonlocal last_board, turn_seen
        last_board, turn = board, game.rules.turn_of(board)
        if turn != turn_seen:
            if turn_seen:
                turns.append(TurnFacts(turn_seen, facts_of(game, board)))
            turn_seen = turn

    entries: list[Entry] = []
    result = playout(
        game,
        batch.players_of(game, index),
        batch.dice(index),
        scenario=batch.scenario,
        options=batch.options,
        index=index,
        limit=batch.limit,
        entries=entries,
        watch=watch,
    )
    turns.append(TurnFacts(max(1, turn_seen), facts_of(game, last_board)))
    turns[-1] = evolve(turns[-1], facts=evolve(turns[-1].facts, scored=scored_by_turn(turns)))
    tell_combatants = balance_data_of(game).combatants
    combat_units = (
        tell_combatants((event for entry in entries for event in entry.events), last_board)
        if tell_combatants is not None
        else None
    )
    return ObservedGame(result, tuple(turns), steps_of(entries, last_board), combat_units)


def scored_by_turn(turns: Sequence[TurnFacts]) -> tuple[ScoredLine, ...]:
    """What scored in a game, for each turn: the account of its last board, and what lines gave more or less than at
    the end of the turn before where the boards tell only how they stand."""
    rows, line_totals_before = list(turns[-1].facts.scored), dict[str, LineTotal]()
    for row in turns:
        for line, total in row.facts.standing.items():
            old_line_total = line_totals_before.get(line, LineTotal(0, 0))
            if total != old_line_total:
                side = row.facts.lines[line][0]
                rows.append(
                    ScoredLine(
                        line,
                        side,
                        row.turn,
                        total.points - old_line_total.points,
                        times=total.times - old_line_total.times,
                    )
                )
        line_totals_before.update(row.facts.standing)
    return tuple(rows)


def steps_of(entries: Iterable[Entry], board: Board) -> frozenset[frozenset[str]]:
    """The pairs of spaces along the paths that were chosen."""
    moves = [
        entry.action
        for entry in entries
        if isinstance(entry, Chose) and any(mark is PATH for _, mark in marks_of(type(entry.action)))
    ]
    return frozenset(frozenset(pair) for action in moves for pair in pairwise(about(action, board).path))


def observe_batch(
    batch: Batch, game: Game, games: int, jobs: int = 1, progress: Progress | None = None
) -> tuple[ObservedGame, ...]:
    """Every game of a batch, in order of their numbers."""
    if jobs == 1:
        batches = []
        for index in range(games):
            batches.append(observe(batch, game, index))
            if progress is not None:
                progress(index + 1, games)
        return tuple(batches)
    size = max(1, min(20, games // (jobs * 4)))
    chunks = [range(start, min(start + size, games)) for start in range(0, games, size)]
    observed_games: list[ObservedGame] = []
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        for future in as_completed([pool.submit(_observe_chunk, batch, chunk) for chunk in chunks]):
            observed_games += future.result()
            if progress is not None:
                progress(len(observed_games), games)
    return tuple(sorted(observed_games, key=lambda observed: observed.result.index))


def _observe_chunk(batch: Batch, indices: Iterable[int]) -> list[ObservedGame]:
    game = batch.load()
    return [observe(batch, game, index) for index in indices]


DRAW, MAJOR = 0.13, 0.84
"""In standard deviations of the margin from its mean: a draw is nearer than the first, a major victory farther than
the second."""


@frozen
class AwardReport:
    """A line of the victory conditions over all games.

    It has the number of ``games`` in which it scored, how often it scored in all and by turn, its points and the share
    of them from dice, and the number of games with another winner if it had given no points and play had been the same.
    """

    line: str
    side: str
    text: str
    games: int
    times: int
    points: float
    rolled: float
    by_turn: Mapping[int, int]
    decides: int

    def to_json(self) -> JsonObject:
        return {
            "award": self.line,
            "side": self.side,
            "text": self.text,
            "games": self.games,
            "times": self.times,
            "mean_points": self.points / self.times if self.times else 0.0,
            "share_of_dice": self.rolled / self.points if self.points else 0.0,
            "by_turn": {str(turn): count for turn, count in sorted(self.by_turn.items())},
            "winner_changes_without": self.decides,
        }


@frozen
class CourseReport:
    """How games went: margins of the first seat by turn, changes of the lead, and when it was settled."""

    margins: Mapping[int, tuple[float, float, float]]
    lead_changes: float
    first_leader_lost: int
    behind_at_half: int
    settled_from: float
    settled_early: int
    games: int

    def to_json(self) -> JsonObject:
        return {
            "margin_quartiles_by_turn": {str(turn): list(three) for turn, three in self.margins.items()},
            "lead_changes_a_game": self.lead_changes,
            "first_leader_lost": self.first_leader_lost,
            "won_from_behind_at_half_time": self.behind_at_half,
            "led_for_good_from_turn": self.settled_from,
            "settled_before_the_last_turn": self.settled_early,
            "games": self.games,
        }


def awards_of(games: Sequence[ObservedGame]) -> tuple[AwardReport, ...]:
    """A report on every award, by id."""
    lines = {line: rule_line for game in games for line, rule_line in game.end.lines.items()}
    reports = []
    for line, (side, text) in sorted(lines.items()):
        rows = [[row for row in game.end.scored if row.line == line] for game in games]
        flat = [row for of_game in rows for row in of_game]
        decides = sum(winner(game) != winner(game, {line: 0.0}) for game in games)
        reports.append(
            AwardReport(
                line,
                side,
                text,
                sum(map(bool, rows)),
                sum(max(row.times, 0) for row in flat),
                sum(row.points for row in flat),
                sum(row.rolled for row in flat),
                Counter(row.turn for row in flat for _ in range(row.times)),
                decides,
            )
        )
    return tuple(reports)


def why_never(games: Sequence[ObservedGame], award_report: AwardReport, game_map: Map | None) -> str:
    """Why an award may never have scored, by what was seen of its side; "" where nothing tells it.

    Places of the map that its text names are looked at: who stood there, or how near the side's units came.
    """
    stands = [stand for game in games for row in game.turns for stand in row.facts.stands.items()]
    units = {unit for unit, (side, _) in stands if side == award_report.side}
    occupied_places = {place for _, (side, place) in stands if side == award_report.side}
    places = _places_in(award_report.text, game_map)
    if game_map is not None and occupied_places and places:
        steps_by_place = {place: _steps_to(game_map, place, occupied_places) for place in places}
        missed_steps = {place: steps for place, steps in steps_by_place.items() if steps}
        if missed_steps:
            place, steps = min(missed_steps.items(), key=lambda row: row[1])
            count = "one space" if steps == 1 else f"{steps} spaces"
            return (
                f"no unit of {award_report.side} stood at {place} at the end of a turn; the nearest came within {count}"
            )
        return f"units of {award_report.side} stood at {', '.join(places)}, and did not hold it when it counted"
    idle = {unit for unit, side in never_fought(games) if side == award_report.side}
    return f"no unit of {award_report.side} fought in any game" if units and idle == units else ""


def _places_in(text: str, game_map: Map | None) -> list[str]:
    """The places and spaces of a map that a text names, by their printed ids."""
    if game_map is None:
        return []
    words = set(re.findall(r"[\w,()]+", text))
    named_spaces = [place.space for place in game_map.places if re.search(rf"\b{re.escape(place.name)}\b", text)]
    spaces = [space for space in range(game_map.size) if game_map.coordinates(space) in words]
    return [game_map.coordinates(space) for space in dict.fromkeys((*named_spaces, *spaces))]


def _steps_to(game_map: Map, place: str, occupied_places: Collection[str]) -> int:
    """How many steps from space to space the nearest of some places lies from another; 0 for that itself."""
    reached_mask = front = 1 << game_map.parse(place)
    goals = sum(1 << space for space in range(game_map.size) if game_map.coordinates(space) in occupied_places)
    for steps in range(game_map.size):
        if front & goals or not front:
            return steps
        front = (
            sum({1 << neighbour for space in bits(front) for neighbour in game_map.neighbours[space]}) & ~reached_mask
        )
        reached_mask |= front
    return game_map.size


def winner(game: ObservedGame, changed_points: Mapping[str, float] | None = None) -> str:
    """The side with most points at the end, "" for equal ones; ``changed_points`` replaces points of lines."""
    points = dict(game.end.points)
    for row in game.end.scored:
        if changed_points is not None and row.line in changed_points:
            points[row.side] = points.get(row.side, 0) + changed_points[row.line] * row.times - row.points
    best_points = max(points.values(), default=0)
    leading_sides = [side for side, score in points.items() if score == best_points]
    return leading_sides[0] if len(leading_sides) == 1 else ""


def what_if(games: Sequence[ObservedGame], changed_points: Mapping[str, float]) -> dict[str, int]:
    """Games won by each side if these lines had given these points each time and play had been the same."""
    return dict(Counter(winner(game, changed_points) or "draw" for game in games))


def margins_of(game: ObservedGame, seats: Sequence[str]) -> list[tuple[int, float]]:
    """By turn, the points of the first seat minus those of the best other seat."""
    rows = []
    for row in game.turns:
        points = row.facts.points
        if seats[0] in points and len(points) > 1:
            rows.append((row.turn, points[seats[0]] - max(score for seat, score in points.items() if seat != seats[0])))
    return rows


def course_of(games: Sequence[ObservedGame], seats: Sequence[str]) -> CourseReport:
    """How the games went."""
    by_turn: dict[int, list[float]] = {}
    changes, lost_leads, comebacks, deciding_turns, early_turns = [], 0, 0, [], 0
    for game in games:
        margins = margins_of(game, seats)
        for turn, margin in margins:
            by_turn.setdefault(turn, []).append(margin)
        leads = [sign(margin) for _, margin in margins if margin]
        changes.append(sum(a != b for a, b in pairwise(leads)))
        if not margins:
            continue
        end = sign(margins[-1][1])
        lost_leads += bool(leads) and bool(end) and leads[0] != end
        half_margin = margins[(len(margins) - 1) // 2][1]
        comebacks += bool(end) and sign(half_margin) == -end
        if not end:
            continue
        lead_start = len(margins)
        while lead_start and sign(margins[lead_start - 1][1]) == end:
            lead_start -= 1
        deciding_turns.append(margins[min(lead_start, len(margins) - 1)][0])
        early_turns += lead_start < len(margins) - 1
    quartiles_of = {turn: _quartiles(values) for turn, values in sorted(by_turn.items())}
    return CourseReport(
        quartiles_of,
        mean(changes) if changes else 0.0,
        lost_leads,
        comebacks,
        mean(deciding_turns) if deciding_turns else 0.0,
        early_turns,
        len(games),
    )


def sign(value: float) -> int:
    """1, 0 or -1."""
    return (value > 0) - (value < 0)


def _quartiles(values: Sequence[float]) -> tuple[float, float, float]:
    if len(values) == 1:
        return values[0], values[0], values[0]
    low, middle, high = quantiles(values, n=4, method="inclusive")
    return low, middle, high


def stands_of(games: Sequence[ObservedGame]) -> dict[str, dict[str, float]]:
    """By side and space, the share of games in which one of its units stood there at the end of some turn."""
    counts: dict[str, Counter[str]] = {}
    for game in games:
        for side, place in {stand for row in game.turns for stand in row.facts.stands.values()}:
            counts.setdefault(side, Counter())[place] += 1
    return {
        side: {place: times_held / len(games) for place, times_held in sorted(place_counts.items())}
        for side, place_counts in sorted(counts.items())
    }


def roads_unused(games: Sequence[ObservedGame], game_map: Map) -> list[str]:
    """The named roads of a map along which no piece was moved in any of these games.

    Empty for games whose pieces are moved without a path.
    """
    steps = {step for game in games for step in game.steps}
    if not steps:
        return []
    road_names = dict.fromkeys(road.name for road in game_map.roads if road.name)
    used_roads = {
        road.name
        for road in game_map.roads
        if any(frozenset(map(game_map.coordinates, pair)) in steps for pair in pairwise(road.path))
    }
    return [name for name in road_names if name not in used_roads]


def losses_of(games: Sequence[ObservedGame]) -> list[tuple[str, str, int]]:
    """Units out of action at the end, with their side and in how many games, most often first."""
    count = Counter((unit, side) for game in games for unit, side in game.end.lost.items())
    return sorted(
        ((unit, side, times_lost) for (unit, side), times_lost in count.items()), key=lambda row: (-row[2], row[0])
    )


def never_fought(games: Sequence[ObservedGame]) -> list[tuple[str, str]]:
    """Units that stood on the map and fought in none of these games, with their side; empty where that is not told."""
    combat_records = [game.fought for game in games if game.fought is not None]
    unit_sides = {(unit, stand[0]) for game in games for row in game.turns for unit, stand in row.facts.stands.items()}
    busy = {row for combat_record in combat_records for row in combat_record.items()}
    return sorted(unit_sides - busy, key=lambda row: row[::-1]) if combat_records else []


def levels_of(margins: Sequence[float]) -> JsonObject | None:
    """Proposed levels of victory from final margins: a draw near the mean, a major victory far from it."""
    if len(margins) < 10 or len(set(margins)) < 3:
        return None
    mean_margin, spread = mean(margins), stdev(margins)
    return {
        "mean": mean_margin,
        "sd": spread,
        "draw": [mean_margin - DRAW * spread, mean_margin + DRAW * spread],
        "major": [mean_margin - MAJOR * spread, mean_margin + MAJOR * spread],
    }


def shares(winners: Iterable[str], seats: Sequence[str]) -> JsonObject:
    """Games won by each seat and drawn, with Wilson intervals."""
    count = Counter(name or "draw" for name in winners)
    games = sum(count.values())
    by_seat = {}
    for name in (*seats, "draw", *(["lost"] if count["lost"] else [])):
        by_seat[name] = {"games": count[name], "share": count[name] / games, "ci95": list(wilson(count[name], games))}
    return by_seat
