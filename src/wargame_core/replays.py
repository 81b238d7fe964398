"""Records played again by today's rules: to verify them, with every field and every die, and to go on with them.

No check can detect a record that was wholly rewritten, with other choices and another seed. Records of the other seats,
or a signature, protect against that.
"""

import json
from collections.abc import Mapping
from pathlib import Path

from attrs import define, frozen

from wargame_core.dice import DiceSource, Seeded, commitment, dice_for
from wargame_core.errors import RecordError, UnknownName, WargameError
from wargame_core.flow.choices import Action
from wargame_core.flow.state import State
from wargame_core.game import Game
from wargame_core.limits import MESSAGE, quote, shorten
from wargame_core.match import Match
from wargame_core.plugins.discovery import load, plugins
from wargame_core.records.file_format import Row, continued_versions, entry_to_json, other_data, other_rules
from wargame_core.records.record import Record, check_scenario


def game_of(header: Row, data: Path | None = None) -> Game:
    """The installed game that a header names, never a folder, with an owner's ``data``. Raises `RecordError`."""
    installed_games = {entry.id for plugin in plugins() for entry in plugin.games}
    if header["game"] not in installed_games and Path(header["game"]).exists():
        raise RecordError(
            f"no installed plugin has the game of this record, {quote(header['game'])}; a folder is opened only when "
            "you name it yourself (--game FOLDER)"
        )
    try:
        return load(header["game"], data)
    except UnknownName as problem:
        raise RecordError(f"no installed plugin has the game of this record: {problem}") from None


@frozen
class Verification:
    """The result of playing a record again: ``first_difference`` is a sentence, None when there is none.

    ``dice`` is the number of rolls that were checked against the seed, None if the seed is not known. If it is not
    ``readable``, the file is not a record or a changed one, and nothing was played.
    """

    ok: bool
    first_difference: str | None
    answers: int
    dice: int | None = None
    readable: bool = True

    def to_json(self) -> dict[str, object]:
        return {
            "ok": self.ok,
            "first_difference": self.first_difference,
            "answers": self.answers,
            "dice": self.dice,
            "readable": self.readable,
        }


def verify_record(path: str | Path, game: Game | None = None, *, seed: int | None = None) -> Verification:
    """Play a record again with today's rules and data and report the first difference. A bad record raises nothing.

    Every field of every line is compared, and every die with the seed: the one given, or that of the record. A
    journal need not have ended; any other record without its end line is reported as cut short.
    """
    try:
        record = Record.load(path)
    except RecordError as problem:
        return Verification(False, str(problem), 0, readable=False)
    try:
        difference, dice = _check(record, game or game_of(record.header), seed)
    except WargameError as problem:
        return Verification(False, str(problem), 0)
    if difference is None and not record.ended and (record.torn or not record.header.get("journal")):
        difference = record.torn or f"{path}: the record has no end line: it is cut short"
    return Verification(difference is None, difference, len(record.answers), dice)


def _check(record: Record, game: Game, seed: int | None) -> tuple[str | None, int | None]:
    """The first difference of a record, and how many dice were compared with a seed."""
    record.must_be_whole()
    header = record.header
    seed = record.seed if seed is None else seed
    if (problem := _wrong_seed(record, seed) or _wrong_header(record, game)) is not None:
        return problem, None
    dice_check = None if seed is None else _DiceCheck(Seeded(seed))
    try:
        match, difference = replay(record, game, dice_check=dice_check)
    except WargameError as problem:  # a scenario that is no more
        return _sentence(other_rules(header, game.rules), other_data(header, game.rules), str(problem)), None
    older, data = other_rules(header, game.rules), other_data(header, game.rules)
    if older:
        return _sentence(older, data, difference or "it would go the same way"), None
    if data:
        return _sentence(data, difference), None
    if difference is None and record.revealed and match.outcome is None:
        difference = "the end line tells the seed, but the game is not over"
    if difference is None and record.agreed is not None and match.outcome is not None:
        difference = "the end line says how people ended the game, which was over by its rules"
    if dice_check is None or difference is not None:
        return difference, None
    return dice_check.difference, dice_check.checked


def _sentence(*parts: str | None) -> str | None:
    return "; ".join(part for part in parts if part) or None


@define
class _DiceCheck:
    """The dice of a record against those of its seed, compared while it is run again."""

    dice: Seeded
    checked: int = 0
    difference: str | None = None

    def compare(self, match: Match, line: Row) -> None:
        """Compare the roll of a line with what the seed gives for the roll that waits."""
        roll = match.chance
        if self.difference is not None or "roll" not in line or roll is None:
            return
        face = self.dice.draw(match.seq, roll.die, roll.label)
        if face == line["roll"]:
            self.checked += 1
        else:
            self.difference = f"answer {line['n']}: the die was {line['roll']}, the seed gives {face}"


def _wrong_seed(record: Record, seed: int | None) -> str | None:
    """Why a seed cannot be the one that the record's dice were bound to."""
    dice = record.header["dice"]
    if dice is None or seed is None:
        return None if seed is None else "the dice of this game had no seed"
    revealed_seed, secret = record.revealed, record.header.get("secret")
    seed_and_salt = revealed_seed or secret
    if set(dice) != {"commitment"}:
        return f"the header says of the dice: {', '.join(dice)}"
    if seed_and_salt and commitment(seed, seed_and_salt.get("salt", "")) != dice.get("commitment"):
        return f"the game was not played with seed {seed}: it is bound to another"
    if (
        revealed_seed
        and secret
        and (revealed_seed.get("seed"), revealed_seed.get("salt")) != (secret.get("seed"), secret.get("salt"))
    ):
        return "the header has another seed or salt than the end tells"
    return None


def _wrong_header(record: Record, game: Game) -> str | None:
    """What the header says of the game that is not so."""
    header = record.header
    if header["game"] != game.id:
        return f"the record is of {header['game']}, not of {game.id}"
    if "secret" in header and header["secret"].keys() != {"seed", "salt"}:
        return f"the header's secret is {', '.join(header['secret'])}"
    if header["seats"] != list(game.rules.seats):
        return f"the header's seats are {', '.join(header['seats'])}, those of {game.id} {', '.join(game.rules.seats)}"
    same_rules = header["rules"] == game.rules.version
    if same_rules and dict(header["options"]) != game.rules.read_options(header["options"]):
        return "the header does not name every option"
    return None


def replay(
    record: Record, game: Game, dice: DiceSource | None = None, dice_check: _DiceCheck | None = None
) -> tuple[Match, str | None]:
    """Play a record's answers again, up to the first difference (a sentence, or None).

    ``dice`` answer the rolls after that. Raises `RecordError` and `UnknownName` for a record that cannot be played.
    """
    record.must_be_whole()
    check_scenario(record.header, game.rules)
    match = Match.start(game.rules, record.header["scenario"], record.options(game.rules))
    place_in_record, number = "", 0
    for line in record.lines:
        if "n" in line:
            place_in_record = f"answer {line['n']} ({' > '.join(line.get('at', ())[1:]) or 'before the first answer'})"
            if dice_check is not None:
                dice_check.compare(match, line)
            problem = _replay_line(match, line, number)
            number += 1
        else:
            problem = _compare_snapshot(match, line)
        if problem is not None:
            return match, f"{place_in_record}: {problem}"
    try:
        for seat, action in record.commits.items():
            match.play(action, seat)
    except WargameError as problem:
        return match, f"the choice that waits: the rules now say: {problem}"
    match.use_dice(dice)
    return match, None


def _replay_line(match: Match, line: Row, number: int) -> str | None:
    try:
        give_answer(match, line)
        replayed_line = entry_to_json(match.rules, match.entries[number])
    except WargameError as problem:
        return f"the rules now say: {problem}"
    except IndexError:
        return "the rules now wait for another choice first"
    if (difference := _compare_events(line, replayed_line)) is not None:
        return difference
    untold_fields = {"steps"} - line.keys()  # records from before steps were written go on with them
    for key in sorted((replayed_line.keys() | line.keys()) - untold_fields):
        if line.get(key) != replayed_line.get(key):
            return f"{key} was {_shortened_json(line.get(key))} and is now {_shortened_json(replayed_line.get(key))}"
    return None


def give_answer(match: Match, line: Row) -> None:
    """Give the answer of a line. Raises what the rules refuse."""
    if "start" in line:
        return
    answer = match.rules.codec.answer({key: line[key] for key in ("action", "secret", "roll") if key in line})
    if isinstance(answer, Action):
        match.play(answer, line.get("seat"))
    elif isinstance(answer, Mapping):
        for seat, action in answer.items():
            match.play(action, seat)
    else:
        match.roll(answer)


def _compare_events(line: Row, replayed_line: Row) -> str | None:
    for position, (recorded_event, becomes) in enumerate(zip(line["events"], replayed_line["events"], strict=False), 1):
        if not _is_same_json(recorded_event, becomes):
            return f"event {position} was {_shortened_json(recorded_event)} and is now {_shortened_json(becomes)}"
    if len(replayed_line["events"]) != len(line["events"]):
        return f"events that followed: {len(line['events'])} then, {len(replayed_line['events'])} now"
    return None


def _is_same_json(recorded_json: object, replayed_json: object) -> bool:
    """Whether two values of JSON are the same: ``true`` is not 1, though Python takes them for equal."""
    if recorded_json != replayed_json:
        return False
    if isinstance(replayed_json, dict) and isinstance(recorded_json, dict):
        return all(_is_same_json(recorded_json[key], value) for key, value in replayed_json.items())
    if isinstance(replayed_json, (list, tuple)) and isinstance(recorded_json, (list, tuple)):
        return all(map(_is_same_json, recorded_json, replayed_json))
    return isinstance(recorded_json, bool) is isinstance(replayed_json, bool)


def _shortened_json(value: object) -> str:
    return shorten(json.dumps(value), MESSAGE)


def _compare_snapshot(match: Match, line: Row) -> str | None:
    recorded_position, replayed_position = line.get("snapshot"), match.state.to_json()
    if recorded_position is None or _is_same_json(recorded_position, replayed_position):
        return None
    board = recorded_position.get("board", {})
    fields = [
        name for name, value in replayed_position["board"].items() if not _is_same_json(board.get(name), value)
    ] or ["position"]
    return f"the snapshot after it differs in {', '.join(fields)}"


class ReplayMismatch(RecordError):
    """A record to which today's rules do not lead; ``difference`` is a sentence about the first difference."""

    def __init__(self, name: str, difference: str) -> None:
        super().__init__(f"{name}: {difference}; to go on from the last snapshot all the same, use rerun=False")
        self.difference = difference


def load_match(
    path: str | Path,
    game: Game | None = None,
    *,
    seed: int | None = None,
    dice: DiceSource | None = None,
    rerun: bool = True,
    chance: str = "seeded",
) -> Match:
    """A match from a saved record or journal, ready to go on.

    Every answer is played again; a difference raises `RecordError`. With ``rerun`` False the match goes on from the
    last snapshot instead, whatever today's rules say about the answers before. The dice continue as they would have: a
    full record contains their seed, and ``seed`` may be given if it does not; a wrong one is refused. ``dice``, if
    given, are used instead; without seed and dice new ones are made (none with ``chance="explicit"``). ``game`` may be
    given when it is loaded already, for example with an owner's data.
    """
    record = Record.load(path)
    record.must_be_whole()
    game = game or game_of(record.header)
    if dice is None and chance != "explicit":
        seed = record.seed if seed is None else seed
        if (problem := _wrong_seed(record, seed)) is not None and record.header["dice"] is not None:
            raise RecordError(f"{path}: {problem}")
    dice, seed = dice_for(chance, seed, dice)
    if rerun:
        match, difference = replay(record, game, dice)
        if (differs := _sentence(other_data(record.header, game.rules), difference)) is not None:
            raise ReplayMismatch(str(path), differs)
        match.seed = seed
    else:
        match = from_last_snapshot(record, game, str(path), dice, seed)
    match.salt = record.header.get("secret", {}).get("salt", match.salt)
    match.game = game
    return match


def from_last_snapshot(record: Record, game: Game, name: str, dice: DiceSource | None, seed: int | None) -> Match:
    """A match from the last snapshot of a record, without running rules; ``name`` is that of the record, for messages.

    Raises `RecordError` if there is no snapshot, or if the events after it do not fit the game.
    """
    place = max((number for number, line in enumerate(record.lines) if "snapshot" in line), default=None)
    if place is None:
        raise RecordError(f"{name}: there is no snapshot to go on from")
    entries = Record(record.header, record.lines[:place]).entries(game.rules)
    state = State.load(game.rules, record.lines[place]["snapshot"])
    match = Match.of(state, seed=seed, dice=dice, chance="seeded" if dice else "explicit", entries=entries)
    match.rules_versions = continued_versions(record.header, game.rules, len(entries))
    return match
