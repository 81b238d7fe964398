"""A study of balance as text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from wargame_workshop.balance import report as balance
from wargame_workshop.balance.study import Study

COLUMNS = 12
"""The most columns of turns in a table."""


def balance_text(study: Study, second: Study | None, extra: Sequence[str] = ()) -> str:
    """The report for a terminal: verdict, awards, course, losses, levels, and warnings."""
    lines = [first_line(study, second), "", *_awards(study), "", *_course(study)]
    lines += ["", *_losses(study)] if balance.losses_of(study.games) else []
    lines += ["", idle] if (idle := idle_line(study)) else []
    lines += ["", *_levels(study)] if balance.levels_of(study.margins) is not None else []
    lines += ["", *extra] if extra else []
    lines += ["", *study.doubts()] if study.doubts() else []
    return "\n".join(lines)


def first_line(study: Study, second: Study | None) -> str:
    """The verdict, after a warning if it depends on the bot."""
    verdict = study.verdict()
    if second is not None and second.winners and second.leader != study.leader:
        names = [" and ".join(dict.fromkeys(part.bots.values())) for part in (study, second)]
        others = second.leader or "nobody"
        return f"the verdict turns with the bot: by {names[1]} {others} is ahead; by {names[0]} {verdict}"
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
    known = sorted(turns)
    if not known:
        return []
    size = -(-(known[-1] - known[0] + 1) // COLUMNS)
    starts = range(known[0], known[-1] + 1, size)
    return [range(start, min(start + size, known[-1] + 1)) for start in starts]


def _awards(study: Study) -> list[str]:
    rows = award_rows(study)
    if len(rows) == 1:
        return ["this game does not tell what gave its points"]
    wide = [max(len(row[n]) for row in rows) for n in range(len(rows[0]))]
    table = ["  ".join(cell.ljust(size) for cell, size in zip(row, wide, strict=True)).rstrip() for row in rows]
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
        phrases = (f"{turn}: {low:g} {middle:g} {high:g}" for turn, (low, middle, high) in _few(course.margins))
        lines.append(f"  margin of {study.seats[0]} by turn (quartiles): {'; '.join(phrases)}")
    return lines


def _few(margins: Mapping[int, tuple[float, float, float]]) -> list[tuple[int, tuple[float, float, float]]]:
    """The margins at the end of each span of turns."""
    return [(span[-1], margins[span[-1]]) for span in spans_of(margins) if span[-1] in margins]


def _losses(study: Study) -> list[str]:
    phrases = (f"{unit} ({side}) {count}" for unit, side, count in balance.losses_of(study.games)[:12])
    return [f"lost most often, in how many games: {', '.join(phrases)}"]


def idle_line(study: Study) -> str:
    """The units that fought in no game; "" if all did, or if the game does not tell."""
    idle = balance.never_fought(study.games)
    names = ", ".join(f"{unit} ({side})" for unit, side in idle)
    return f"fought in none of {len(study.games)} games: {names}" if idle else ""


def _levels(study: Study) -> list[str]:
    levels = balance.levels_of(study.margins)
    assert levels is not None
    (low, high), (least, most) = levels["draw"], levels["major"]
    seat = study.seats[0]
    return [
        f"levels of victory by these margins: a draw from {low:+.1f} to {high:+.1f} points of {seat}, "
        f"major beyond {least:+.1f} and {most:+.1f}"
    ]


def seconds_line(second: Study) -> str:
    """The results of the other bot."""
    return f"the same by {' and '.join(dict.fromkeys(second.bots.values()))}: {second.verdict()}"


def what_if_line(study: Study, changed: Mapping[str, float]) -> str:
    """The wins with other points and the same play."""
    wins = ", ".join(f"{name} {count}" for name, count in sorted(balance.what_if(study.games, changed).items()))
    points = ", ".join(f"{line} = {value:g}" for line, value in changed.items())
    return f"if {points}, play taken as given: {wins}"
