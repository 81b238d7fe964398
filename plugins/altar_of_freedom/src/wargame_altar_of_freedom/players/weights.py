"""What the players of campaigns judge by: chances, points and distances that no rule gives, as one value.

`NORMAL` was set by hand, one number at a time. Where a campaign's normal player has other numbers, they stand in
`normal.toml` beside the campaign's other data, for each side on its own. The hard player's stand in `hard.toml`: they
were found by a machine (`benchmarks/spsa.py`).
"""

from collections.abc import Iterable
from typing import Annotated, Final

from attrs import frozen

from wargame_altar_of_freedom.printed import data_files
from wargame_altar_of_freedom.printed.lines import Side
from wargame_core.data import Between, DataFolder, Problems, check_source, structure

Chance = Annotated[float, Between("a chance", 0, 1)]
"""A chance, or a part: from 0 to 1."""


@frozen
class Weights:
    """What a player's judgement rests on. What is called a factor is 1 where the points of a briefing are believed."""

    # what the enemy may do

    danger: float = 1.3
    """How likely an enemy who can come attacks when the odds are his; more than 1 is more than what the odds say."""
    by_die: tuple[Chance, Chance, Chance] = (1.0, 0.5, 0.2)
    """How likely an enemy comes who needs nothing of his Staff Die, up to two spaces of it, and up to four."""
    repeated: float = 0.3
    """The part of an attack that each further enemy who can come, up to three, adds."""
    following: float = 0.6
    """What a friend counts for who is bound for the same place and has yet to come near; one nearby counts 1."""
    forsaken: float = 0.5
    """The part of what the enemy can gain that leaving a place unguarded before him costs."""
    train_danger: float = 1.5
    """Points that an enemy division near a train costs."""
    later: float = 0.6
    """What an attack of the enemy's next turn weighs beside one of this turn."""
    cautious: float = 6.0
    """Turns before the end from which caution counts less: who waits then gains nothing any more."""
    perhaps: Chance = 0.05
    """The least chance of being a division that the place of a face-down token tells: it may have moved since."""
    surely: Chance = 0.97
    """The greatest such chance: pickets may stand anywhere."""
    likely: float = 0.3
    """The chance of being a division from which on an enemy counts where only divisions do harm."""
    a_turn: int = 5
    """Spaces that an enemy marches in a turn."""
    coming: float = 14.0
    """Spaces of road from which an enemy is on his way."""

    # fights

    battle_slope: float = 0.7
    """How steeply the chance to win a quick battle rises with a step of its hourly score. Fitted, as the next three:
    benchmarks/notes/campaigns.md."""
    on_the_way: float = 0.5
    """The part of a division's weight that counts when it has to march to the battle."""
    quality: float = 0.3
    """What a point of mean rating counts for beside the weight of a battle."""
    cover: float = 0.8
    """The same of a point of cover."""
    won_more: float = 1.5
    """Points that a tabletop battle won brings the attacker beside those of the briefings."""
    lost_more: float = 1.5
    """The same that a battle lost costs him."""
    a_move: float = 0.4
    """Points that a division's move is worth that a battle prevents by ending all movement of the turn."""
    effort: float = 0.3
    """Points that an attack has to bring beyond standing still where it can be no battle: it shows and scatters."""
    battle_effort: float = 0.0
    """The same where it can be a battle."""
    contact: float = 0.3
    """Points for finding no division where enemies were seen."""
    escorted: Chance = 0.8
    """How likely a train gets away whose escort is attacked."""
    called: float = 0.3
    """The part of a guard's points that calling him away to a battle costs, where his help is worth 1."""
    stand_fear: float = 0.2
    """Points that an enemy division within three spaces costs where one falls back to, or puts a token down."""
    stand_friends: float = 0.05
    """Points that a friend within three spaces brings there."""

    # what goals are worth

    keen: Chance = 0.9
    """The part of a guard's worth that is left for each turn that he is away."""
    tardy: Chance = 0.6
    """The same for each turn that he comes after the enemy."""
    slow: Chance = 0.92
    """The part of the points of any other goal that is left for each turn later than this one."""
    contested: float = 0.3
    """How much each further token that a goal needs lowers what one of them brings."""
    massed: float = 0.2
    """The same for a goal that only a mass can reach."""
    supported: float = 1.0
    """Tokens that a place to be taken needs beside the first, for each enemy division near it."""
    second_line: float = 0.25
    """The part of a guard's worth that each further token adds when more of the enemy are coming."""
    surplus: float = 0.12
    """The part of a goal's worth that a token adds which is one too many."""
    late: float = 3.0
    """Turns before the end of the campaign at which its last points become goals."""

    # what one's own points make one want: factors

    enter: float = 1.0
    """Entering a place first."""
    occupy: float = 1.0
    """Standing in a place at the end of a turn."""
    besiege: float = 1.0
    """Standing around a place at the end of a turn."""
    falls: float = 0.6
    """The part of what a town is worth that besieging it brings."""
    threaten: float = 1.0
    """Standing next to a place that the enemy is to keep clear."""
    routes: float = 1.0
    """Closing the enemy's routes towards the end."""
    burn: float = 0.6
    """Breaking a crossing that scores."""
    bring_home: float = 1.5
    """Bringing trains home."""
    raid: float = 0.5
    """Going where a special action may bring a train: how likely it succeeds."""
    raid_risk: float = 1.0
    """How much each enemy division near it lowers that."""
    take_train: float = 1.0
    """Taking an enemy's train."""
    fight: float = 0.6
    """Falling on an enemy division: how likely that ends in a skirmish won."""
    sought: float = 0.03
    """How likely it ends in a battle won."""
    fight_risk: float = 0.6
    """How much each of its friends nearby lowers that."""
    detour: float = 0.1
    """Breaking a crossing on the enemy's way to what we guard: the part of that."""

    # what the enemy's points make one guard: factors

    deny_entry: float = 0.8
    """Places that he wants to enter first."""
    guard_occupied: float = 1.0
    """Places in which he wants to stand at the end of a turn."""
    keep_crossing: float = 0.5
    """Crossings whose loss costs us points."""
    keep_routes: float = 1.0
    """Our own routes towards the end."""
    shield_besieged: float = 1.0
    """Places that he wants to besiege."""
    shield_clear: float = 1.0
    """Places that we are to keep clear of him."""
    shield: float = 0.7
    """What meeting him on his way counts beside throwing him back."""
    shield_from: float = 24.0
    """Spaces from such a place at which an enemy begins to count."""
    shield_over: float = 16.0
    """Spaces over which he comes to count in full."""
    guard_near: float = 8.0
    """Spaces at which an enemy is at the doorstep of what we guard."""
    guard_far: float = 20.0
    """Spaces beyond that at which a guard is as good as not needed."""
    guard_least: float = 0.1
    """The part of its worth that a guard keeps then."""
    guard_most: float = 4.0
    """Tokens of use beside the first at most, however many are coming."""

    # who goes where

    there: float = 5.0
    """The most points that reaching one's goal at the end of a turn is worth in that turn."""
    arrived: float = 0.5
    """The part of an order's points that standing at its goal is worth in a turn."""
    pace: float = 12.0
    """Spaces over which a token's points for its goal are spread: one space nearer is worth the points by this."""
    fastest: float = 0.6
    """The most points that one space nearer to the goal is worth."""
    least_pace: float = 0.15
    """The least points that it is worth."""
    lost: Chance = 0.5
    """How likely a place just taken is lost before the turn is scored, when all of the enemy has yet to move."""
    anothers: float = 0.2
    """The part of a goal's worth that standing there brings whose goal is another."""
    anothers_guard: float = 0.05
    """The same where it is to be guarded."""
    one_too_many: float = 0.3
    """Points for standing where enough others are, for a token that was sent there."""
    garrison: float = 3.0
    """How many times more the division that stands in a fortress is worth there than elsewhere."""
    size: float = 0.1
    """How much more a division is worth for each brigade beyond three."""
    weariness: float = 0.03
    """Points that each space of a march costs, so that the nearest of equal tokens goes."""
    detached: float = 0.7
    """Points that it costs when a division goes elsewhere than its command."""
    alone: float = 0.0
    """Points that a turn costs a division that has nobody near it."""
    together: int = 4
    """Spaces around what a command is after in which its divisions are together."""

    # the order of corps, and Staff Dice

    waits: float = 1000.0
    """How far back in the order each point puts a corps that it may still reach at the end of the turn."""
    battles: float = 100.0
    """How far back it puts a corps that it may be drawn into a pitched battle."""
    front: float = 1.0
    """How far back each space from the enemy puts it."""
    urge: float = 0.001
    """How far forward each point of its goals puts it."""
    by_rail: float = 0.1
    """Points that a trip by rail has to bring beyond a march."""
    die_adds: float = 3.0
    """Spaces that a Staff Die adds to a march."""
    rallied: float = 0.5
    """Points that a rallied brigade brings."""
    arrival: float = 0.3
    """The part of an order's points that getting to its goal this turn is worth."""
    delay: float = 0.012
    """The part of what the enemy is after that each space of detour costs one of his tokens."""
    least_bid: float = 0.1
    """Points that a Staff Die has to bring in a march."""
    least: float = 0.15
    """Points that a Staff Die has to bring in a special action."""


NORMAL: Final = Weights()
"""The normal player's, for both sides of a campaign that has no numbers of its own."""


WeightsFile = dict[Side, Weights]
"""A `normal.toml` or `hard.toml`: a table for each side, with the numbers that are not as `NORMAL`."""


PLAYER_OF_FILE: Final = {data_files.NORMAL: "the normal player", data_files.HARD: "the hard player"}
"""The files that have weights, and whose they are."""


def read_weights(folder: DataFolder, seats: Iterable[str], name: str = data_files.HARD) -> dict[str, Weights]:
    """The weights in a campaign's `hard.toml`, or in another file of `PLAYER_OF_FILE`, by side. Raises `DataError`."""
    doc, problems = folder.read(name, f"the numbers of {PLAYER_OF_FILE[name]}, by side"), Problems()
    check_source(doc, problems)
    read = structure(doc, WeightsFile, problems, names={"a side": tuple(seats)})
    problems.raise_if_any()
    return read or {}
