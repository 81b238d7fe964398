"""Laws of play and of its positions: games end, repeat themselves and reach every part of the rules.

Positions are values, go on from JSON like the live game, events tell everything, and undo is exact.
"""

import copy
import io
import json
import os
import pickle
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import chain

from wargame_core import REFEREE, SPECTATOR, Action, Game, Match, NotYourTurn, Player, State, View, WargameError
from wargame_core.flow.entries import Chose, Entry, Update
from wargame_core.flow.history import foreseen, reveals_hidden_field, sees_something_new
from wargame_core.flow.rules import Rules
from wargame_core.json_form import JsonObject
from wargame_core.records.record import Record, parse
from wargame_core.replays import replay
from wargame_lab.playouts import Batch, GameResult, playout
from wargame_laws.branches import everything
from wargame_laws.complaints import LawBroken, difference, folding_mistake, plain, text_of
from wargame_laws.laws_of_choices import SAMPLE
from wargame_laws.trials import Moment, Play, Trial, law_broken, shared_field, texts_of

PROGRAM = """
import json, sys
from wargame_laws.laws_of_play import play_and_tell
print(json.dumps(play_and_tell(json.load(sys.stdin))))
"""
"""The program of the other process: it reads games from its input and writes their events to its output."""


def events_of(rules: Rules, entries: Iterable[Entry]) -> list[JsonObject]:
    """All events of a game in their order, as JSON."""
    return [plain(rules.codec.to_json(event)) for entry in entries for event in entry.events]


def play_and_tell(batches: list[JsonObject]) -> list[list[JsonObject]]:
    """The events of game 0 of each batch, given by the fields of `Batch`."""
    games = []
    for fields in batches:
        batch, entries = Batch(data=None, **fields), list[Entry]()
        game = batch.load()
        _play(batch, game, batch.players_of(game, 0), entries)
        games.append(events_of(game.rules, entries))
    return games


def _play(batch: Batch, game: Game, players: Mapping[str, Player], entries: list[Entry] | None = None) -> GameResult:
    """Game 0 of a batch."""
    dice, scenario, options, limit = batch.dice(0), batch.scenario, batch.options, batch.limit
    return playout(game, players, dice, scenario=scenario, options=options, limit=limit, entries=entries)


def compare_in_other_process(games: list[tuple[Batch, list[JsonObject]]], hash_seed: str) -> None:
    """Play the games in a process with this hash seed. Raises `LawBroken` where its events differ from those given.

    The batches name their game and their players, so that another process finds them.
    """
    fields = [
        {"game": str(batch.game), "players": dict(batch.players), "options": dict(batch.options)}
        | {name: getattr(batch, name) for name in ("seed", "scenario", "limit")}
        for batch, _ in games
    ]
    env = {**os.environ, "PYTHONHASHSEED": hash_seed}
    process = subprocess.run(
        [sys.executable, "-c", PROGRAM], env=env, input=json.dumps(fields), capture_output=True, text=True, check=False
    )
    seeds = ", ".join(str(batch.seed) for batch, _ in games)
    if process.returncode:
        raise LawBroken(f"seeds {seeds}: in another process: {process.stderr.strip()}")
    for (batch, events_here), events_there in zip(games, json.loads(process.stdout.splitlines()[-1]), strict=True):
        if (flaw := difference(events_here, events_there)) is not None:
            message = "in another process the game came out differently (does a rule use a set?)"
            raise LawBroken(f"seed {batch.seed}: {message}: events {flaw}")


REPEATED = 1
"""The number of recorded games that are played twice."""
ELSEWHERE, ELSEWHERE_THOROUGH = 2, 10
"""The number of games that another process plays too; all their events are compared."""


def law_play_ends(trial: Trial) -> None:
    """Every game ends, with no dead end and no error, and the same seed gives the same game again.

    Nor is there an error in what could have been rolled or chosen instead, as far as `Branches` has tried it.
    """
    recorded_seeds = set(trial.recorded_seeds)
    for number, seed in enumerate(list(trial.seeds)[: trial.ends]):
        if seed not in recorded_seeds:
            _check_outcome(trial, seed, _result_of_play(trial, seed))
            continue
        game = trial.recorded(seed)
        if game.problem is not None:
            raise game.problem from game.cause
        assert game.match is not None
        result = _result(game.match)
        _check_outcome(trial, seed, result)
        if number < REPEATED and _result_of_another_play(trial, seed) != result:
            raise LawBroken(f"seed {seed}: played again the game came out differently")
    if trial.branches.problem is not None:
        raise trial.branches.problem
    _play_in_other_process(trial)


def _check_outcome(trial: Trial, seed: int, result: JsonObject) -> None:
    """Raise `LawBroken` unless the result has an outcome, and one that names seats of the game."""
    if result["outcome"] is None:
        raise LawBroken(f"seed {seed}: the game has not ended after {trial.batch(seed).limit} choices")
    winner, scores = result["outcome"]["winner"], result["outcome"]["scores"]
    for name in (*scores, *([winner] if winner is not None else [])):
        if name not in trial.game.seats:
            raise LawBroken(f"seed {seed}: the outcome names {name!r}, who has no seat: {result['outcome']}")


def _result(match: Match) -> JsonObject:
    """The result of a match in the shape of a `GameResult`."""
    outcome = match.outcome.to_json() if match.outcome else None
    chosen_entries = [entry for entry in match.entries if entry.actions]
    decisions = sum(len(entry.actions) for entry in chosen_entries)
    turns = match.rules.turn_of(match.board)
    return {
        "game": 0,
        "outcome": outcome,
        "turns": turns,
        "decisions": decisions,
        "rolls": match.seq - len(chosen_entries),
    }


def _result_of_play(trial: Trial, seed: int) -> JsonObject:
    batch = trial.batch(seed)
    players = {seat: _complaining_player(player, seed) for seat, player in batch.players_of(trial.game, 0).items()}
    try:
        return _play(batch, trial.game, players).to_json()
    except LawBroken:
        raise
    except Exception as problem:
        raise _located_error(trial, seed, problem) from problem


def _result_of_another_play(trial: Trial, seed: int) -> JsonObject:
    """The result of a recorded game without a record: the first was played so before, for its length."""
    if trial.first_result is not None and seed == trial.seeds[0]:
        return trial.first_result.to_json()
    return _result_of_play(trial, seed)


def _complaining_player(player: Player, seed: int) -> Player:
    """The same player, who complains about having nothing to choose from."""

    def choose_action(view: View) -> Action:
        if next(iter(view.choices), None) is None:
            step_text = " > ".join(view.cursor)
            raise LawBroken(f"seed {seed} ({step_text}): {view.seat} is asked {view.prompt!r} and has no choice")
        return player(view)

    return choose_action


def _located_error(trial: Trial, seed: int, problem: Exception) -> LawBroken:
    """The error of a playout with the moment it came up at, found by playing the game again as a match."""
    message = f"{type(problem).__name__}: {problem}"
    try:
        match, players = trial.start(seed), trial.players_of(seed)
    except Exception:
        return LawBroken(f"seed {seed}, before the first choice: {message}")
    try:
        for _ in match.iter_play(players, history=False):
            pass
    except Exception:
        return law_broken(match, seed, message)
    return LawBroken(f"seed {seed}: {message}")


def _play_in_other_process(trial: Trial) -> None:
    """Another process orders sets differently; a rule that goes by such an order plays another game there."""
    if trial.name is None:
        return
    games = []
    for seed in trial.recorded_seeds[: ELSEWHERE_THOROUGH if trial.thorough else ELSEWHERE]:
        batch, match = trial.batch(seed), trial.recorded(seed).match
        if match is not None and all(isinstance(maker, str) for maker in batch.players.values()):
            games.append((batch, events_of(trial.game.rules, match.entries)))
    if not games:
        return
    for hash_seed in ("1", "2") if trial.thorough else ("1",):
        compare_in_other_process(games, hash_seed)


def law_everything_comes_up(trial: Trial) -> None:
    """Every step, kind of action, kind of event and roll came up, but for those listed as unexercised.

    They come up in the recorded games, in what is tried beside these, or in one of the other seeds' games. What is
    listed and comes up all the same is an error, but not in a thorough trial: a thousand games meet what sixty need
    not.
    """
    possible_things = everything(trial.game.rules)
    bounds = {f"bound {bound.name}" for bound in trial.bounds}
    if unknown := trial.unexercised - possible_things - bounds:
        raise LawBroken(f"listed as unexercised, but the game has no such thing: {', '.join(sorted(unknown))}")
    for play in trial.plays():
        list(play)  # raises what went wrong in it
    wanted_things = possible_things - trial.unexercised
    for seed in list(trial.seeds)[trial.games :]:
        if wanted_things <= (trial.steps | trial.branches.met):
            break
        trial.look_for(seed)
    seen_things = trial.steps | trial.branches.met
    seen_things &= possible_things
    if seen_things & trial.unexercised and not trial.thorough:
        raise LawBroken(f"listed as unexercised, but it came up: {', '.join(sorted(seen_things & trial.unexercised))}")
    if missing_things := sorted(possible_things - seen_things - trial.unexercised):
        raise LawBroken(
            f"never came up in {len(trial.seeds)} games: {', '.join(missing_things)}. Nothing reaches such a "
            "rule, or these players seldom do: let others play, laws(..., players=), or name it in "
            "laws(..., unexercised=) and show in a test of its own that it can come up"
        )


STEPS = 5
"""The number of choices for which a saved position and the live one are both played on."""


def law_saved_positions_go_on(trial: Trial) -> None:
    """A position written to JSON and read back is the same and goes on exactly like the live game."""
    for moment in trial.moments(0.5):
        _go_on(trial, moment)


def _go_on(trial: Trial, moment: Moment) -> None:
    state = moment.state
    data = plain(state.to_json())
    if (flaw := difference(plain(moment.match.state.to_json()), data)) is not None:
        raise moment.error(f"the same position gives two JSON texts: {flaw}")
    loaded_state = State.load(trial.game.rules, data)
    if (flaw := difference(data, plain(loaded_state.to_json()))) is not None:
        raise moment.error(f"the position changed on its way through JSON: {flaw}")
    if loaded_state != state:
        raise moment.error("the position read back from JSON has the same JSON and is still not equal to it")
    if loaded_state.board != moment.board:
        raise moment.error("run again from its checkpoint the step leads to another board than in play")
    if moment.menu is not None and tuple(moment.menu_of(match=loaded_state)) != moment.menu:
        raise moment.error(f"run again from its checkpoint the step offers {moment.seat} something else than in play")
    for seat in (*trial.game.seats, SPECTATOR, REFEREE):
        live_view, loaded_view = (View.of(state, seat).to_json() for state in (moment.match.state, loaded_state))
        if (flaw := difference(plain(live_view), plain(loaded_view))) is not None:
            raise moment.error(f"run again from its checkpoint the step shows {seat} something else: {flaw}")
    live_match, loaded_match = moment.fork(), _match_of(moment, loaded_state)
    seat, action = moment.seat, moment.action
    for _ in range(STEPS):
        events = [events_of(match.rules, match.play(action, seat).entries) for match in (live_match, loaded_match)]
        if (flaw := difference(events[0], events[1])) is not None:
            raise moment.error(f"after {action} the position read back leads to other events: {flaw}")
        if (flaw := difference(plain(live_match.state.to_json()), plain(loaded_match.state.to_json()))) is not None:
            raise moment.error(f"after {action} the position read back leads elsewhere: {flaw}")
        if not live_match.waiting_for:
            return
        seat = live_match.waiting_for[0]
        action = live_match.choices(seat).sample(moment.rng)


def _match_of(moment: Moment, state: State) -> Match:
    dice = moment.match.dice
    return Match.of(state, dice=dice, chance="seeded" if dice else "explicit")


TEXT_MOMENTS_PER_GAME = 1
"""At how many moments of a game its position is written in words and read back; a thorough trial does so at moments
near something rare of every game."""


def law_positions_survive_as_text(trial: Trial) -> None:
    """A position written in words and read back is the same, has the same words, and asks and shows each seat alike."""
    if trial.thorough:
        for moment in trial.telling_moments():
            _survives_as_text(trial, moment)
        return
    for play in trial.plays():
        moments = list(play)
        for moment in play.rng.sample(moments, min(TEXT_MOMENTS_PER_GAME, len(moments))):
            _survives_as_text(trial, moment)


def _survives_as_text(trial: Trial, moment: Moment) -> None:
    if (flaw := flaw_as_text(trial.game, moment.state)) is not None:
        raise moment.error(flaw)


def flaw_as_text(game: Game, state: State) -> str | None:
    """What is lost or changed when a position is written in words and read back; None where nothing is."""
    text = str(state)
    try:
        read_state = game.position(text)
    except WargameError as problem:
        return f"the position in words is not read: {problem}"
    if (flaw := difference(plain(state.to_json()), plain(read_state.to_json()))) is not None and read_state != state:
        return f"the position changed on its way through words: {flaw}"
    if (flaw := difference(text.splitlines(), str(read_state).splitlines())) is not None:
        return f"the position read back has other words: {flaw}"
    for seat in (*game.seats, SPECTATOR, REFEREE):
        views = tuple(View.of(position, seat) for position in (state, read_state))
        if (flaw := difference(*(plain(_unordered_screen(view)) for view in views))) is not None:
            return f"read back from words the position shows {seat} something else: {flaw}"
        if views[0].asked and (flaw := _offers_other_choices(*views)) is not None:
            return f"read back from words the position offers {seat} something else: {flaw}"
    return None


def _unordered_screen(view: View) -> JsonObject:
    """What a seat sees, without the order in which mappings were filled: equal positions may differ in that."""
    screen = view.to_json(menu=False, log=False)
    pieces = sorted(({**piece, "order": 0} for piece in screen["pieces"]), key=str)
    return {**screen, "pieces": pieces, "marks": sorted(screen["marks"], key=str), "panels": "", "at": ""}


def _offers_other_choices(view: View, other_view: View) -> str | None:
    """Which choice of one of two equal positions is refused in the other; None where there is none."""
    for menu, other_menu in ((view.choices, other_view.choices), (other_view.choices, view.choices)):
        for action in menu.head(SAMPLE):
            if not (verdict := other_menu.judge(action)):
                return f"{action} is refused: {verdict}"
    return None


def law_events_tell_everything(trial: Trial) -> None:
    """The events of every answer, and those of the record read back, folded over the set-up, give the live board."""
    codec = trial.game.rules.codec
    for play in trial.plays():
        if play.game.unfolded is not None:
            raise play.game.unfolded
        folded_board, entry_count = trial.set_up(), 0
        if folded_board != trial.set_up():
            raise play.error("set up twice, the board is not the same")
        for moment_or_play in chain[Moment | Play](play, [play]):
            for entry in moment_or_play.match.entries[entry_count:]:
                for event in entry.events:
                    codec.event(plain(codec.to_json(event))).apply(folded_board)
            entry_count = len(moment_or_play.match.entries)
            if (flaw := folding_mistake(folded_board, moment_or_play.board, trial.game.rules)) is not None:
                raise moment_or_play.error(flaw)
    if trial.branches.unfolded is not None:
        raise trial.branches.unfolded


def law_the_past_never_changes(trial: Trial) -> None:
    """States kept from earlier stay as they were, whatever is looked at, tried or played afterwards."""
    for play in trial.plays():
        looked_at = []
        for moment in play:
            looked_at.append(moment)
            if (name := shared_field(moment.board)) is not None:
                raise moment.error(f"copies of the board share the containers within {name}: let its values be tuples")
            texts_before = texts_of(moment.state, moment.state.board)
            moment.state.after(moment.action, moment.seat)
            if texts_of(moment.state, moment.state.board) != texts_before:
                raise moment.error(f"state.after({moment.action}) changed the state it was asked of")
            texts_before = texts_of(moment.state, moment.match.board)
            for seat in (*trial.game.seats, SPECTATOR):
                moment.match.view(seat).to_json()
            if texts_of(moment.state, moment.match.board) != texts_before:
                raise moment.error("looking at views and menus changed the board")
        for moment in looked_at:
            if texts_of(moment.state, moment.state.board) != moment.texts:
                raise moment.error(f"the state kept from answer {moment.state.seq} has changed since")


def law_conserved_quantities_stay(trial: Trial) -> None:
    """What the game declares conserved (bases, cards, strength points) stays the same from set-up to end."""
    for play in trial.plays():
        first_counts = {name: count(trial.set_up()) for name, count in trial.game.rules.guarantees.conserved.items()}
        for moment_or_play in chain[Moment | Play](play, [play]):
            for name, count in trial.game.rules.guarantees.conserved.items():
                if (new_count := count(moment_or_play.match.board)) != first_counts[name]:
                    raise moment_or_play.error(f"{name} were {first_counts[name]} and are {new_count}")


def law_states_are_values(trial: Trial) -> None:
    """A state that was pickled and read back is equal to it, has its hash and goes on like it; a copy is the state."""
    _pickling_in_other_process(trial)
    for moment in trial.moments(0.2):
        _same_after_pickling(moment)
        _goes_on_from(moment)


def _pickling_in_other_process(trial: Trial) -> None:
    """Check plain pickling, which loads the game again, as in another process; once, because loading takes time."""
    if trial.game.rules.source.origin is None:
        return
    state = trial.start(next(iter(trial.seeds))).state
    state.board  # noqa: B018 - as below
    loaded_state = pickle.loads(pickle.dumps(state))
    if loaded_state != state or hash(loaded_state) != hash(state):
        broken_promise = "a state that was pickled and read back is not equal to it"
        raise LawBroken(f"{broken_promise}: fields of printed data need eq=False")


def _same_after_pickling(moment: Moment) -> None:
    state = moment.match.state
    state.board  # noqa: B018 - what was looked at must be left behind
    if copy.copy(state) is not state or copy.deepcopy(state) is not state:
        raise moment.error("a state never changes, and yet its copy is another object")
    loaded_state = pickle_and_load(state)
    if loaded_state != state or hash(loaded_state) != hash(state):
        raise moment.error("the state that was pickled and read back is not equal to it")
    if (flaw := difference(plain(state.to_json()), plain(loaded_state.to_json()))) is not None:
        raise moment.error(f"the state changed in pickling: {flaw}")


def _goes_on_from(moment: Moment) -> None:
    live_match, state_match = moment.fork(), _match_of(moment, moment.match.state)
    if dict(live_match.commits) != dict(state_match.commits):
        raise moment.error("the match of a state has lost the choices made in secret")
    live_match.play(moment.action, moment.seat)
    state_match.play(moment.action, moment.seat)
    if live_match.state != state_match.state:
        raise moment.error(f"after {moment.action} the match of a state is elsewhere")


def pickle_and_load(state: State) -> State:
    """The state after pickling and unpickling, with the rules of this process."""

    class Pickler(pickle.Pickler):
        def persistent_id(self, value: object) -> str | None:
            return "rules" if isinstance(value, Rules) else None

    class Unpickler(pickle.Unpickler):
        def persistent_load(self, name: object) -> Rules:
            return state.rules

    file = io.BytesIO()
    Pickler(file).dump(state)
    loaded_state: State = Unpickler(io.BytesIO(file.getvalue())).load()
    return loaded_state


VERIFIED_GAMES = 3
"""The number of games whose record is written, read, verified and made for each seat."""
EVENTS_READ_PER_KIND = 100
"""The number of events of a kind that are read one by one; the law that events tell everything reads them all."""


def law_everything_survives_json(trial: Trial) -> None:
    """Actions, events, views and records come back from JSON as they were; the record verifies."""
    events_by_kind = Counter[str]()
    for number, play in enumerate(trial.plays(0.5)):
        for moment in play:
            _json_of_actions_and_views(moment)
        _json_of_events(trial, play, events_by_kind)
        if trial.thorough or number < VERIFIED_GAMES:
            _check_records(trial, play)


def _json_of_actions_and_views(moment: Moment) -> None:
    match, codec = moment.match, moment.match.rules.codec
    for seat in match.waiting_for:
        for action in moment.some(moment.menu_of(seat), SAMPLE):
            if codec.action(plain(codec.to_json(action))) != action:
                raise moment.error(f"{action} is not the same after a trip through JSON")
    for seat in (*match.rules.seats, SPECTATOR, REFEREE):
        data = match.view(seat).to_json()
        if (flaw := difference(data, plain(data))) is not None:
            raise moment.error(f"{seat}'s view is not plain JSON data: {flaw}")


def _json_of_events(trial: Trial, play: Play, events_by_kind: Counter[str]) -> None:
    """The events of a game, of each kind as many as a battery tries."""
    codec = trial.game.rules.codec
    for entry in play.match.entries:
        for event in entry.events:
            events_by_kind[event.kind] += 1
            if events_by_kind[event.kind] > EVENTS_READ_PER_KIND and not trial.thorough:
                continue
            data = plain(codec.to_json(event))
            if (flaw := difference(data, plain(codec.to_json(codec.event(data))))) is not None:
                raise play.error(f"{event.kind} is not the same after a trip through JSON: {flaw}")


def _check_records(trial: Trial, play: Play) -> None:
    """The record is read as it was written, verifies, and gives each seat its own."""
    match, record = play.match, Record.of(play.match)
    if parse(record.text()) != record:
        raise play.error("the record is not the same after a trip through its text")
    replayed_match, problem = replay(record, trial.game)
    if problem is None and replayed_match.state != match.state:
        problem = "it ends in another position"
    if problem is not None:
        raise play.error(f"the record does not verify: {problem}")
    for seat in trial.game.seats:
        seat_record = Record.of(match, seat)
        if parse(seat_record.text()) != seat_record or record.for_seat(seat, trial.game.rules) != seat_record:
            raise play.error(f"{seat}'s record is not the same after a trip through its text")


WORLDS = 4
"""The number of further worlds in which a choice that may be taken back is tried."""


def law_undo_goes_exactly_one_choice_back(trial: Trial) -> None:
    """Undo gives back an equal state, and never crosses a roll, a change of seat or what somebody learnt."""
    for moment in trial.moments():
        _check_undo(moment)


def _check_undo(moment: Moment) -> None:
    match, seat, action = moment.fork(), moment.seat, moment.action
    state_before, views_before = match.state, {name: plain(match.view(name).to_json()) for name in match.rules.seats}
    snapshots = match.snapshots
    update = match.play(action, seat)
    _may_be_undone_or_not(moment, match, state_before, update)
    if not match.can_undo(seat):
        try:
            match.undo(seat)
        except NotYourTurn:
            return
        raise moment.error(f"{seat} took {action} back although it may not")
    state_after, later_snapshots = match.state, match.snapshots
    match.undo(seat)
    if match.snapshots != snapshots:
        raise moment.error(f"taking {action} back leaves {len(match.snapshots)} snapshots of {len(snapshots)}")
    if match.state != state_before or text_of(match.state.to_json()) != text_of(state_before.to_json()):
        flaw = difference(plain(state_before.to_json()), plain(match.state.to_json()))
        raise moment.error(f"taking {action} back does not give the state before it: {flaw}")
    for name, view in views_before.items():
        if (flaw := difference(view, plain(match.view(name).to_json()))) is not None:
            raise moment.error(f"after taking {action} back {name}'s view differs: {flaw}")
    match.play(action, seat)
    if match.state != state_after or match.snapshots != later_snapshots:
        raise moment.error(f"{action} taken back and played again leads elsewhere")


def _may_be_undone_or_not(moment: Moment, next_match: Match, state_before: State, update: Update) -> None:
    """Who may take the choice back: who chose in secret, or who is asked again when nobody has learnt anything."""
    seat, action = moment.seat, moment.action
    is_committed = not update.entries and next_match.pending is not None
    same_seat_asked = (
        next_match.pending is not None and not next_match.pending.secret and tuple(next_match.pending.asks) == (seat,)
    )
    own_choice = update.entries[0] if same_seat_asked and len(update.entries) == 1 else None
    is_free = isinstance(own_choice, Chose) and not _has_taught(moment, next_match, state_before, own_choice)
    for name in next_match.rules.seats:
        may_undo = (is_committed and name in (seat, *state_before.commits)) or (name == seat and is_free)
        if next_match.can_undo(name) != may_undo or next_match.view(name).can_undo != may_undo:
            crossing = "a roll, a change of seat or what somebody learnt" if not may_undo else "nothing"
            raise moment.error(f"{name} {'may not' if may_undo else 'may'} take {action} back across {crossing}")


def _has_taught(moment: Moment, match: Match, state_before: State, chose: Chose) -> bool:
    """Whether the choice showed anybody anything: the game says so, or play in worlds not tried by the match does."""
    has_revealed = any(event.revealing(match.board) and not event.by_sight for event in chose.events)
    if has_revealed or sees_something_new(match.rules, state_before.board, chose, match.board):
        return True
    if any(reveals_hidden_field(state_before.board, match.board, seat) for seat in (*match.rules.seats, SPECTATOR)):
        return True
    if not foreseen(state_before, chose, match._runner):
        return True
    if not foreseen(state_before, chose, match._runner, worlds=WORLDS, rng=moment.rng):
        raise moment.error(f"{moment.action} may be taken back, and comes out otherwise in worlds not tried")
    return False
