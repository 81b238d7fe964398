"""A study of balance: observed games of a version, the comparison of two, and both as text and as a web page."""

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

from attrs import frozen

from wargame_core.flow.players import PlayerLike
from wargame_core.game import Game
from wargame_core.json_form import JsonObject
from wargame_core.maps.map import Map
from wargame_lab.comparisons import Difference, differences
from wargame_lab.playouts import LIMIT, Batch, Progress
from wargame_pictures.draw.charts import line_chart
from wargame_pictures.draw.ground import map_ground
from wargame_pictures.draw.picture import Picture
from wargame_pictures.draw.shapes import closed_path
from wargame_pictures.draw.tokens import Art
from wargame_pictures.stories.web_page import COLORS
from wargame_workshop.balance import report as balance
from wargame_workshop.balance.report import ObservedGame, observe_batch

ENOUGH = 0.10
"""Half the width of an interval that is narrow enough for a verdict."""


@frozen
class Study:
    """Games of one version by one set of bots."""

    title: str
    seats: tuple[str, ...]
    bots: Mapping[str, str]
    seed: int
    games: tuple[ObservedGame, ...]
    game_map: Map | None = None

    @property
    def winners(self) -> list[str]:
        """Who won each finished game, "" for a draw, "lost" where the game has beaten all."""
        outcomes = [game.result.outcome for game in self.games if game.result.outcome is not None]
        return ["lost" if outcome.lost else outcome.winner or "" for outcome in outcomes]

    @property
    def margins(self) -> list[float]:
        """The final points of the first seat minus those of the best other seat, for each game with points."""
        return [margins[-1][1] for game in self.games if (margins := balance.margins_of(game, self.seats))]

    @property
    def wins(self) -> JsonObject:
        """Games won by each seat and drawn, with their intervals; none while no game has ended."""
        return balance.shares(self.winners, self.seats) if self.winners else {}

    @property
    def leader(self) -> str:
        """The seat that wins significantly more often, "" if there is none."""
        sure_seats = [
            name for name, part in self.wins.items() if name in self.seats and part["ci95"][0] > 1 / len(self.seats)
        ]
        return sure_seats[0] if len(sure_seats) == 1 else ""

    @property
    def half_width(self) -> float:
        """Half the width of the widest interval of wins; 1 while no game has ended."""
        return max(((part["ci95"][1] - part["ci95"][0]) / 2 for part in self.wins.values()), default=1.0)

    def verdict(self) -> str:
        """The first line of a report."""
        finished_games = len(self.winners)
        if not finished_games:
            return "no verdict: no game came to an end"
        wins = ", ".join(
            f"{name} {part['share']:.0%} ({part['ci95'][0]:.0%} to {part['ci95'][1]:.0%})"
            for name, part in self.wins.items()
            if part["games"] or name in self.seats
        )
        unfinished_text = f", {len(self.games) - finished_games} unfinished" if finished_games < len(self.games) else ""
        if self.half_width > ENOUGH:
            low = f"no verdict: {finished_games} games tell a half from {0.5 + self.half_width:.0%} at best"
            return f"{low}; {wins}{unfinished_text}"
        word = f"{self.leader} wins more often" if self.leader else "nobody surely wins more often"
        return f"{word}: {wins}{unfinished_text}"

    def to_json(self, changed_points: Mapping[str, float] | None = None) -> JsonObject:
        """Everything that the report says."""
        as_json: JsonObject = {
            "game": self.title,
            "games": len(self.games),
            "finished": len(self.winners),
            "seed": self.seed,
            "bots": dict(self.bots),
            "verdict": self.verdict(),
            "wins": self.wins,
            "awards": [award.to_json() for award in balance.awards_of(self.games)],
            "course": balance.course_of(self.games, self.seats).to_json(),
            "stands": balance.stands_of(self.games),
            "losses": [
                {"unit": unit, "side": side, "games": count} for unit, side, count in balance.losses_of(self.games)
            ],
            "never_fought": [{"unit": unit, "side": side} for unit, side in balance.never_fought(self.games)],
            "levels": balance.levels_of(self.margins),
        }
        if changed_points:
            as_json["what_if"] = {"points": dict(changed_points), "wins": balance.what_if(self.games, changed_points)}
        return as_json

    def doubts(self) -> list[str]:
        """W460: awards that never scored, and why by what was seen of their side.

        W461: awards without which more than half of the games end otherwise; that is not told of what decides every
        scenario of a game (`Facts.granted`).
        """
        count = len(self.games)
        fixed_lines = frozenset[str]().union(*(game.end.granted for game in self.games))
        sentences = []
        for award in balance.awards_of(self.games):
            if not award.times:
                reason_never = balance.why_never(self.games, award, self.game_map)
                reason = f"; {reason_never}" if reason_never else ""
                sentences.append(f"W460 award {award.line} ({award.text}): never scored in {count} games{reason}")
            elif award.decides * 2 > count and award.line not in fixed_lines:
                sentences.append(f"W461 award {award.line} ({award.text}): decides {award.decides} of {count} games")
        return sentences


def study(
    source: str | Path,
    game: Game,
    bots: Mapping[str, PlayerLike],
    games: int,
    seed: int,
    *,
    jobs: int = 1,
    scenario: str | None = None,
    options: Mapping[str, Any] | None = None,
    progress: Progress | None = None,
) -> Study:
    """Play and observe games of a version; the result is the same for any number of ``jobs``."""
    chosen_scenario = game.rules.scenario(scenario)
    batch = Batch(str(source), None, bots, seed, chosen_scenario.id, game.rules.read_options(options or {}), LIMIT)
    batch.players_of(game, 0)  # a bot that does not exist is named before any worker starts
    observed_games = observe_batch(batch, game, games, jobs, progress)
    title = f"{game.title}: {chosen_scenario.title}" if len(game.scenarios) > 1 else game.title
    game_map = game.rules.map_of(game.rules.first_board(chosen_scenario.id, options or {}))
    return Study(title, game.seats, {seat: str(bot) for seat, bot in bots.items()}, seed, observed_games, game_map)


def compare(first_study: Study, second_study: Study) -> list[Difference]:
    """The differences of two versions played with the same seeds."""
    results = ([game.result for game in part.games] for part in (first_study, second_study))
    return differences(first_study.seats, *results)


COLUMNS = 12
"""The most columns of turns in a table."""


def balance_text(study: Study, second_study: Study | None, further_lines: Sequence[str] = ()) -> str:
    """The report for a terminal: verdict, awards, course, losses, levels, and warnings."""
    lines = [first_line(study, second_study), "", *_awards(study), "", *_course(study)]
    if losses := balance.losses_of(study.games):
        phrases = (f"{unit} ({side}) {count}" for unit, side, count in losses[:12])
        lines += ["", f"lost most often, in how many games: {', '.join(phrases)}"]
    lines += ["", idle] if (idle := idle_line(study)) else []
    if (levels := balance.levels_of(study.margins)) is not None:
        (low, high), (least_margin, highest_margin) = levels["draw"], levels["major"]
        draw = f"a draw from {low:+.1f} to {high:+.1f} points of {study.seats[0]}"
        lines += [
            "",
            f"levels of victory by these margins: {draw}, major beyond {least_margin:+.1f} and {highest_margin:+.1f}",
        ]
    lines += ["", *further_lines] if further_lines else []
    lines += ["", *study.doubts()] if study.doubts() else []
    return "\n".join(lines)


def first_line(study: Study, second_study: Study | None) -> str:
    """The verdict, after a warning if it depends on the bot."""
    verdict = study.verdict()
    if second_study is not None and second_study.winners and second_study.leader != study.leader:
        names = [" and ".join(dict.fromkeys(part.bots.values())) for part in (study, second_study)]
        second_side = second_study.leader or "nobody"
        return f"the verdict turns with the bot: by {names[1]} {second_side} is ahead; by {names[0]} {verdict}"
    return verdict


def award_rows(study: Study) -> list[tuple[str, ...]]:
    """The table of awards, its head first."""
    spans = spans_of({row.turn for game in study.games for row in game.turns})
    heads = (str(span[0]) if len(span) == 1 else f"{span[0]}-{span[-1]}" for span in spans)
    rows = [("award", "side", "in games", "times", "mean", "dice", *heads, "winner changes without it")]
    for award in balance.awards_of(study.games):
        rows.append(
            (
                award.line,
                award.side,
                str(award.games),
                str(award.times),
                f"{award.points / award.times:.1f}" if award.times else "-",
                f"{abs(award.rolled / award.points):.0%}" if award.points else "-",
                *(str(sum(award.by_turn.get(turn, 0) for turn in span) or ".") for span in spans),
                str(award.decides),
            )
        )
    return rows


def spans_of(turns: Iterable[int]) -> list[range]:
    """All turns from the first to the last in as many equal spans as fit beside each other, one turn each if all do."""
    turn_numbers = sorted(turns)
    if not turn_numbers:
        return []
    size = -(-(turn_numbers[-1] - turn_numbers[0] + 1) // COLUMNS)
    starts = range(turn_numbers[0], turn_numbers[-1] + 1, size)
    return [range(start, min(start + size, turn_numbers[-1] + 1)) for start in starts]


def _awards(study: Study) -> list[str]:
    rows = award_rows(study)
    if len(rows) == 1:
        return ["this game does not tell what gave its points"]
    widths = [max(len(row[n]) for row in rows) for n in range(len(rows[0]))]
    table = ["  ".join(cell.ljust(size) for cell, size in zip(row, widths, strict=True)).rstrip() for row in rows]
    return ["awards, and by turn (the last column rescores the same games, play taken as given)", *table]


def _course(study: Study) -> list[str]:
    course = balance.course_of(study.games, study.seats)
    mean_turns = sum(game.result.turns for game in study.games) / len(study.games)
    decisions = sum(game.result.decisions for game in study.games) / len(study.games)
    lines = [f"course: {mean_turns:.1f} turns and {decisions:.0f} decisions a game"]
    if course.margins:
        lines[0] += f", {course.lead_changes:.2f} lead changes a game"
        lines.append(
            f"  first leader lost {course.first_leader_lost}, won from behind at half time {course.behind_at_half}, "
            f"settled before the last turn {course.settled_early} of {course.games}; "
            f"led for good from turn {course.settled_from:.1f} on average"
        )
        last_spans = (span[-1] for span in spans_of(course.margins) if span[-1] in course.margins)
        phrases = (f"{turn}: {' '.join(f'{value:g}' for value in course.margins[turn])}" for turn in last_spans)
        lines.append(f"  margin of {study.seats[0]} by turn (quartiles): {'; '.join(phrases)}")
    return lines


def idle_line(study: Study) -> str:
    """The units that fought in no game; "" if all did, or if the game does not tell."""
    idle = balance.never_fought(study.games)
    names = ", ".join(f"{unit} ({side})" for unit, side in idle)
    return f"fought in none of {len(study.games)} games: {names}" if idle else ""


def seconds_line(second_study: Study) -> str:
    """The results of the other bot."""
    return f"the same by {' and '.join(dict.fromkeys(second_study.bots.values()))}: {second_study.verdict()}"


def what_if_line(study: Study, changed_points: Mapping[str, float]) -> str:
    """The wins with other points and the same play."""
    wins = ", ".join(f"{name} {count}" for name, count in sorted(balance.what_if(study.games, changed_points).items()))
    points = ", ".join(f"{line} = {value:g}" for line, value in changed_points.items())
    return f"if {points}, play taken as given: {wins}"


# The page, which loads nothing from elsewhere.

HEAT = ("#27457a", "#a23b2a", "#4f7d3a", "#b98a1e")
_STYLE = (
    COLORS
    + """
body{font:16px/1.45 Georgia,serif;max-width:70rem;margin:1.5rem auto;padding:0 1rem;color:var(--ink);
background:var(--page)}h1{font-size:1.5rem}h2{font-size:1.15rem;margin-top:2rem}
table{border-collapse:collapse;font-size:.9rem}td,th{padding:.2rem .6rem;border-bottom:1px solid var(--line);
text-align:left}.verdict{font-size:1.1rem;font-weight:bold}svg{max-width:100%;height:auto}.wide{overflow-x:auto}
"""
)


def balance_page(
    study: Study, second_study: Study | None, game_map: Map | None, further_lines: Sequence[str] = ()
) -> str:
    """The page as HTML: verdict, awards, course, where units stood, losses, levels of victory, the other bot."""
    parts = [
        f"<h1>Balance of {escape(study.title)}</h1>",
        f'<p class="verdict">{escape(first_line(study, second_study))}</p>',
        f"<p>{len(study.games)} games, seed {study.seed}, "
        f"{escape(', '.join(f'{seat}: {bot} bot' for seat, bot in study.bots.items()))}. Bots are no people: what they "
        "never try is not measured here.</p>",
        *(f"<p>{escape(line)}</p>" for line in further_lines),
        "<h2>Awards</h2><p>How often and when; the last column rescores the same games, play taken as given.</p>",
        _table(award_rows(study)),
        *(f"<p>{escape(line)}</p>" for line in study.doubts()),
        *_course_drawn(study),
        *_heat(study, game_map),
        *_losses(study),
        f"<p>{escape(idle)}.</p>" if (idle := idle_line(study)) else "",
        *_levels(study),
        f"<h2>Another bot</h2><p>{escape(seconds_line(second_study))}</p>" if second_study is not None else "",
    ]
    title = f"<title>Balance of {escape(study.title)}</title>"
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8">{title}<style>{_STYLE}</style></head>'
        f"<body>{''.join(parts)}</body></html>"
    )


def _table(rows: Sequence[Sequence[str]]) -> str:
    head = "".join(f"<th>{escape(cell)}</th>" for cell in rows[0])
    body = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows[1:])
    return f'<div class="wide"><table><tr>{head}</tr>{body}</table></div>'


def _course_drawn(study: Study) -> list[str]:
    course = balance.course_of(study.games, study.seats)
    if not course.margins:
        return []
    lines = dict(
        zip(("lower quartile", "median", "upper quartile"), zip(*course.margins.values(), strict=True), strict=True)
    )
    chart = line_chart(lines, [str(turn) for turn in course.margins], f"Margin of {study.seats[0]} by turn, in points")
    rows = [
        ("lead changes a game", f"{course.lead_changes:.2f}"),
        ("games that the first leader lost", f"{course.first_leader_lost} of {course.games}"),
        ("won from behind at half time", f"{course.behind_at_half} of {course.games}"),
        ("settled before the last turn", f"{course.settled_early} of {course.games}"),
        ("led for good from turn, on average", f"{course.settled_from:.1f}"),
    ]
    return ["<h2>Course</h2>", chart, _table([("", ""), *rows])]


def _heat(study: Study, game_map: Map | None) -> list[str]:
    stands_by_side = balance.stands_of(study.games)
    if game_map is None or not stands_by_side:
        return []
    ground = map_ground(game_map)
    spots = {spot.id: spot for spot in ground.spots}
    parts = [
        "<h2>Where they stood</h2><p>The stronger the colour, the more games in which a unit of the side ended a turn "
        "there.</p>"
    ]
    sides = [*study.seats, *(side for side in stands_by_side if side not in study.seats)]
    for side_number, side in enumerate(sides):
        color, places = HEAT[side_number % len(HEAT)], stands_by_side.get(side, {})
        marks = [
            f'<path d="{closed_path([spots[place].outline])}" fill="{color}" fill-opacity="{0.08 + 0.72 * share:.2f}">'
            f"<title>{escape(spots[place].title)}: {share:.0%} of games</title></path>"
            for place, share in places.items()
            if place in spots
        ]
        picture = Picture(ground=ground, marks=(Art("".join(marks)),), title=side, legend=False)
        parts.append(picture.svg(layers=("sheet", "pieces"), ids=f"heat-{side_number}-"))
    occupied_places = {place for places in stands_by_side.values() for place in places}
    unoccupied_places = [
        place.name for place in game_map.places if game_map.coordinates(place.space) not in occupied_places
    ]
    if unoccupied_places:
        parts.append(f"<p>No unit ended a turn at: {escape(', '.join(unoccupied_places))}.</p>")
    return parts


def _losses(study: Study) -> list[str]:
    losses = balance.losses_of(study.games)
    if not losses:
        return []
    rows = [("unit", "side", "out of action at the end, of " + str(len(study.games)))]
    return [
        "<h2>Losses</h2>",
        _table([*rows, *((unit, side, str(times)) for unit, side, times in losses[:40])]),
    ]


def _levels(study: Study) -> list[str]:
    levels = balance.levels_of(study.margins)
    if levels is None:
        return []
    (low, high), (least_margin, highest_margin) = levels["draw"], levels["major"]
    return [
        f"<h2>Levels of victory</h2><p>By these margins a draw would lie from {low:+.1f} to {high:+.1f} points of "
        f"{escape(study.seats[0])} (mean ± 0.13 standard deviations), a major victory beyond {least_margin:+.1f} and "
        f"{highest_margin:+.1f} (± 0.84).</p>"
    ]
