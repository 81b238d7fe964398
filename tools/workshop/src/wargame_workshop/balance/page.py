"""A study of balance as one web page, which loads nothing from elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from wargame_core.maps.map import Map
from wargame_pictures.draw.charts import line_chart
from wargame_pictures.draw.ground import map_ground
from wargame_pictures.draw.marks import Art
from wargame_pictures.draw.picture import Picture
from wargame_pictures.draw.shapes import closed
from wargame_pictures.stories.web_page import COLORS
from wargame_workshop.balance import report as balance
from wargame_workshop.balance.study import Study, award_rows, first_line, idle_line, seconds_line

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


def balance_page(study: Study, second: Study | None, game_map: Map | None, extra: Sequence[str] = ()) -> str:
    """The page as HTML: verdict, awards, course, where units stood, losses, levels of victory, the other bot."""
    parts = [
        f"<h1>Balance of {escape(study.title)}</h1>",
        f'<p class="verdict">{escape(first_line(study, second))}</p>',
        f"<p>{len(study.games)} games, seed {study.seed}, "
        f"{escape(', '.join(f'{seat}: {bot} bot' for seat, bot in study.bots.items()))}. Bots are no people: what they "
        "never try is not measured here.</p>",
        *(f"<p>{escape(line)}</p>" for line in extra),
        "<h2>Awards</h2><p>How often and when; the last column rescores the same games, play taken as given.</p>",
        _table(award_rows(study)),
        *(f"<p>{escape(line)}</p>" for line in study.doubts()),
        *_course(study),
        *_heat(study, game_map),
        *_losses(study),
        f"<p>{escape(idle)}.</p>" if (idle := idle_line(study)) else "",
        *_levels(study),
        f"<h2>Another bot</h2><p>{escape(seconds_line(second))}</p>" if second is not None else "",
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


def _course(study: Study) -> list[str]:
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
    stands = balance.stands_of(study.games)
    if game_map is None or not stands:
        return []
    ground = map_ground(game_map)
    spots = {spot.id: spot for spot in ground.spots}
    parts = [
        "<h2>Where they stood</h2><p>The stronger the colour, the more games in which a unit of the side ended a turn "
        "there.</p>"
    ]
    sides = [*study.seats, *(side for side in stands if side not in study.seats)]
    for n, side in enumerate(sides):
        color, places = HEAT[n % len(HEAT)], stands.get(side, {})
        marks = [
            f'<path d="{closed([spots[place].outline])}" fill="{color}" fill-opacity="{0.08 + 0.72 * share:.2f}">'
            f"<title>{escape(spots[place].title)}: {share:.0%} of games</title></path>"
            for place, share in places.items()
            if place in spots
        ]
        picture = Picture(ground=ground, marks=(Art("".join(marks)),), title=side, legend=False)
        parts.append(picture.svg(layers=("sheet", "pieces"), ids=f"heat-{n}-"))
    stood = {place for places in stands.values() for place in places}
    never = [place.name for place in game_map.places if game_map.coordinates(place.space) not in stood]
    if never:
        parts.append(f"<p>No unit ended a turn at: {escape(', '.join(never))}.</p>")
    return parts


def _losses(study: Study) -> list[str]:
    losses = balance.losses_of(study.games)
    if not losses:
        return []
    rows = [("unit", "side", "out of action at the end, of " + str(len(study.games)))]
    return ["<h2>Losses</h2>", _table([*rows, *((unit, side, str(n)) for unit, side, n in losses[:40])])]


def _levels(study: Study) -> list[str]:
    levels = balance.levels_of(study.margins)
    if levels is None:
        return []
    (low, high), (least, most) = levels["draw"], levels["major"]
    return [
        f"<h2>Levels of victory</h2><p>By these margins a draw would lie from {low:+.1f} to {high:+.1f} points of "
        f"{escape(study.seats[0])} (mean ± 0.13 standard deviations), a major victory beyond {least:+.1f} and "
        f"{most:+.1f} (± 0.84).</p>"
    ]
