"""A game being played: a position, its dice and its record."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from hashlib import blake2b
from pathlib import Path
from typing import Any, NoReturn, Protocol, cast

from attrs import evolve

from wargame_core.dice import DiceSource, dice_for, new_salt
from wargame_core.errors import (
    AmbiguousName,
    IllegalAction,
    MalformedAction,
    NeedsPerson,
    NotYourTurn,
    RulesGap,
    StaleView,
    UnknownName,
    WargameError,
)
from wargame_core.flow.about import CARD, PIECE, PLACE
from wargame_core.flow.aftermath import odds_of_action
from wargame_core.flow.choices import Action, named_by
from wargame_core.flow.entries import Entry, TakenBack, Update, latest_ruling
from wargame_core.flow.events import Board, Outcome
from wargame_core.flow.explaining import Explaining
from wargame_core.flow.history import History, Waypoint
from wargame_core.flow.menu import Menu
from wargame_core.flow.pending import Answer, Ask, Pending, Roll, ask_of
from wargame_core.flow.players import Player, PlayerLike, by_seat, player_from, traits_of
from wargame_core.flow.rules import Rules, Scenario
from wargame_core.flow.runner import Runner
from wargame_core.flow.state import State
from wargame_core.flow.tags import Tags
from wargame_core.flow.view import View
from wargame_core.flow.visibility import SPECTATOR, redact
from wargame_core.limits import quote
from wargame_core.odds_answers import OddsAnswer
from wargame_core.records.file_format import RulesVersion
from wargame_core.records.record import MatchJournal, Record
from wargame_core.reprs import drawn, table_of
from wargame_core.rulings import RuleText, Ruling, Verdict, refuse

_KNOWLEDGE_LABEL = b"what a seat knows"
"""Used instead of a secret, so that digests of different matches can be compared."""


REFUSED: Mapping[type[WargameError], str] = {
    NotYourTurn: "not_your_turn",
    MalformedAction: "no_action",
    UnknownName: "no_such_choice",
    AmbiguousName: "ambiguous",
    RulesGap: "rules_gap",
}
"""By error of a choice that was not played for another reason than the rules, the code of its refusal."""


def refused(problem: WargameError) -> Verdict:
    """One of these errors as a verdict for who made the choice."""
    return refuse(REFUSED[next(kind for kind in REFUSED if isinstance(problem, kind))], str(problem))


class PlayedGame(Protocol):
    """What a match has of the `Game` that is played, besides its rules."""

    def bot(self, name: str, **settings: Any) -> Player:
        """A player made by one of its bots."""

    def sheet_of(self, view: View) -> Any:
        """The sheet that a view is on, with its digest."""


class Match:
    """A game being played. Look at `pending`, `choices` and `view(seat)`, `play` actions, `undo`, `fork`."""

    def __init__(
        self,
        runner: Runner,
        entries: list[Entry],
        *,
        seed: int | None = None,
        commits: Mapping[str, Action] | None = None,
    ) -> None:
        self._runner, self._entries = runner, entries
        self._commits: dict[str, Action] = dict(commits or {})
        self.seed = seed
        self.salt = new_salt()
        """Keeps the record's commitment to the seed from being guessed; told with the seed at the end."""
        self._history = History(len(entries), Waypoint(runner), runner.rules.turn_of(runner.board))
        self._tags, self._recall = Tags(), Tags(_KNOWLEDGE_LABEL)
        self.journal: MatchJournal | None = None
        self.game: PlayedGame | None = None
        """The game that is played; None for a match of bare rules, which knows neither bots by name nor sheets."""
        self.rules_versions: tuple[RulesVersion, ...] = ()
        """The rules and data files the game was played under, where it went on from a snapshot of a record."""

    @staticmethod
    def start(
        rules: Rules,
        scenario: str | Scenario | None = None,
        options: Mapping[str, object] | None = None,
        *,
        dice: DiceSource | None = None,
        seed: int | None = None,
    ) -> Match:
        """A new match; without ``dice`` rolls wait. Raises `UnknownName` for a wrong scenario, option or value."""
        entries: list[Entry] = []
        return Match(Runner.start(rules, scenario, options, dice=dice, entries=entries), entries, seed=seed)

    @staticmethod
    def of(
        state: State,
        *,
        seed: int | None = None,
        dice: DiceSource | None = None,
        chance: str = "seeded",
        entries: Sequence[Entry] = (),
    ) -> Match:
        """A match that goes on from a position, including the secret choices already made in it.

        ``seed``, ``dice`` and ``chance`` are those of `Game.start`; ``entries`` is what happened before.
        """
        dice, seed = dice_for(chance, seed, dice)
        log = list(entries)
        return Match(state.runner(dice, log), log, seed=seed, commits=state.commits)

    def bind(self, secret: bytes) -> None:
        """Make the salt and the tags of views from ``secret`` (16 to 64 bytes).

        The same game in another process (of a server, for example) then has the same salt and tags.
        """
        self.salt = blake2b(b"salt", key=secret, digest_size=16).hexdigest()
        self._tags = Tags(blake2b(b"tags", key=secret, digest_size=16).digest())

    # What is played, and what has happened

    @property
    def rules(self) -> Rules:
        """The rules of the game being played."""
        return self._runner.rules

    @property
    def scenario(self) -> str:
        """The id of the scenario that is played."""
        return self._runner.scenario

    @property
    def options(self) -> Mapping[str, str]:
        """The value of every option."""
        return self._runner.options

    @property
    def dice(self) -> DiceSource | None:
        """What answers the rolls; None when they wait for `roll`."""
        return self._runner.dice

    @property
    def board(self) -> Board:
        """The live board, secrets included. Do not change it; a player gets `view(seat).board`."""
        return self._runner.board

    @property
    def pending(self) -> Pending | None:
        """What the game waits for: choices of seats, a roll (with explicit chance), None when over."""
        return self._runner.pending

    @property
    def chance(self) -> Roll | None:
        """The roll that waits for `roll`; None where seats are asked or the game is over."""
        return self._runner.chance

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, None while it goes on."""
        return self._runner.outcome

    @property
    def cursor(self) -> tuple[str, ...]:
        """Where the game is in its sequence of play."""
        return self._runner.cursor

    @property
    def state(self) -> State:
        """The position as an immutable value."""
        return State.of(self._runner, self._commits)

    @property
    def seq(self) -> int:
        """How many answers (actions and rolls) the game has had: the ``at`` of `play` and `fork`."""
        return self._runner.seq

    @property
    def entries(self) -> Sequence[Entry]:
        """Every answer so far with its events and what each seat learnt of them, secrets included."""
        return self._entries

    @property
    def commits(self) -> Mapping[str, Action]:
        """By seat, the secret choices that wait for those of the other seats."""
        return self._commits

    @property
    def snapshots(self) -> Sequence[tuple[int, State]]:
        """The positions at the beginning, at each new turn and at the end, with the number of entries before each."""
        return self._history.snapshots

    # Who is asked, and what is legal

    @property
    def waiting_for(self) -> tuple[str, ...]:
        """The seats that still have to choose now."""
        pending = self._runner.pending
        return pending.waiting(self._commits) if pending is not None else ()

    @property
    def standing_answer(self) -> tuple[str, Action] | None:
        """The seat that waits and what it has said beforehand that it will choose; None where somebody is to be asked.

        It is a secret of the seat: whoever plays it lets others not see how long that took.
        """
        waiting_seats = self.waiting_for
        if len(waiting_seats) != 1 or (answer := self._ask(waiting_seats[0]).standing_answer) is None:
            return None
        return waiting_seats[0], answer

    def choices(self, seat: str | None = None) -> Menu:
        """The legal actions of ``seat``, which may be left out when one seat is asked. Raises `NotYourTurn`."""
        ask = self._ask(seat)
        return Menu(ask, partial(self._board_at, self.seq, ask.seat))

    def _ask(self, seat: str | None) -> Ask:
        runner = self._runner
        return ask_of(runner.pending, seat, runner.rules.seats, self._commits)

    def judge(self, action: object, seat: str | None = None) -> Verdict:
        """Whether ``action`` (an action, its JSON or its label) may be played now, and if not, why. Changes nothing.

        A label that no choice has, or several, is refused too. Raises `MalformedAction` for something that is neither
        a text nor an action.
        """
        try:
            ask = self._ask(seat)
            named_action = self._action_of_label(action, ask.seat)
        except (NotYourTurn, UnknownName, AmbiguousName) as problem:
            return refused(problem)
        return self._verdict_on(ask, self.rules.let_in(named_action))

    def _action_of_label(self, action: object, seat: str) -> object:
        """The action that a label means; anything else as it is. Raises `UnknownName` and `AmbiguousName`."""
        return self.choices(seat).find(action) if isinstance(action, str) else action

    def _verdict_on(self, ask: Ask, action: Action) -> Verdict:
        """The verdict on an action; a refusal says what it is about, as the seat that asks may know it."""
        board = redact(self.board, ask.seat)
        if not (names_verdict := self.rules.names_what_there_is(action, board)):
            return names_verdict
        verdict = ask.choices.judge(action).shortened()
        return verdict if verdict else evolve(verdict, about=named_by(action, board))

    def odds(self, action: object, seat: str | None = None) -> OddsAnswer:
        """What an action, its JSON or its label can lead to before anybody has to choose again; nothing is played.

        A result is an `Aftermath`: ``match.odds("Battle E5").p(lambda r: "general_lost" in r.happened)``. The chances
        are those of the whole position, hidden things included, and so they are not for a seat's eyes. Raises what
        `State.after` raises.
        """
        return odds_of_action(self.state, action, seat)

    def explain(
        self,
        words: str = "",
        seat: str | None = None,
        *,
        piece: str = "",
        place: str = "",
        card: str = "",
        with_piece: str = "",
    ) -> Verdict | RuleText:
        """Why a thing on the table cannot be chosen now: ``piece``, ``place`` or ``card`` by its id on the sheet.

        ``words`` are what a person types: an id, a name or its beginning, or a heading of the document, which gives the
        rule under it. It answers about everything on the sheet, for a seat that is not asked too, and agrees with
        `judge`; what there is not is refused. ``with_piece`` is the id of the piece that would go there or act on it:
        the answer is about that piece alone. Raises `MalformedAction` unless just one thing is named by a text.
        """
        named_refs = [(kind, ref) for kind, ref in ((PIECE, piece), (PLACE, place), (CARD, card)) if ref != ""]
        texts = [words] if words != "" or not named_refs else []
        texts += [ref for _, ref in named_refs]
        if len(texts) != 1 or not isinstance(texts[0], str):
            raise MalformedAction(f"explain takes words, or one piece, place or card, not {quote(texts)}")
        try:
            ask = self._ask(seat)
        except NotYourTurn as problem:
            return (None if named_refs else self.rules.source.rule_text(words)) or refused(problem)
        explaining = Explaining(self.rules, ask, redact(self.board, ask.seat))
        if named_refs:
            return (
                explaining.verdict_on_pair(with_piece, *named_refs[0]) if with_piece else explaining.of(*named_refs[0])
            )
        answer = explaining.verdict_on_words(words)
        return (
            answer
            if answer is not None
            else self.rules.source.rule_text(words)
            or refuse("unknown", f"{quote(words)} is not a piece, place or card here, and no heading of the rules")
        )

    @property
    def ruling(self) -> Ruling | None:
        """The latest computed result, for example of the last combat with all its modifiers; None before any."""
        return latest_ruling(self._entries)

    # Playing on

    def play(self, action: object, seat: str | None = None, *, at: int | str | None = None) -> Update:
        """Play an action (as itself, its JSON or its label) and everything that follows, up to the next choice.

        A part that only one label has will do, as in `Menu.find`: ``match.play("XIII Corps")``. ``at`` is the position
        that the player saw (the view's ``at``, or the `seq`); an old one is refused. Raises `IllegalAction` with a
        cited verdict, `NotYourTurn` or `MalformedAction`, and then changes nothing.
        """
        ask = self._ask(seat)
        if at is not None:
            self._check_is_current(at, ask.seat)
        if not ask.offers(action):
            action = self.rules.let_in(self._action_of_label(action, ask.seat))
            verdict = self._verdict_on(ask, action)
            if not verdict:
                raise IllegalAction(verdict)
        pending, commits = self._runner.pending, {**self._commits, ask.seat: cast(Action, action)}
        assert pending is not None, "it asks"
        answer = pending.answered(commits)
        if answer is None:
            self._commit(commits)
            return Update((), ask.seat)
        return self._answer(answer, ask.seat)

    def roll(self, face: object) -> Update:
        """Answer the pending roll with a face (explicit chance only). Raises `DiceError` for another face."""
        roll = self.chance
        if roll is None:
            raise NotYourTurn(f"no roll is pending; waiting for {' and '.join(self.waiting_for) or 'nobody'}")
        return self._answer(roll.die.face(face))

    def use_dice(self, dice: DiceSource | None) -> None:
        """Let ``dice`` answer the rolls from now on, one that waits included; with None they wait for `roll`."""
        self._runner.use_dice(dice)

    def iter_play(self, players: PlayerLike | Mapping[str, PlayerLike], *, history: bool = True) -> Iterator[Update]:
        """Let ``players``, one for all seats or by seat, play on for as long as the caller asks for the next update.

        Each is a bot's name, a player, or what makes one from ``seed=`` (see `player_from`). ``history`` as in `view`.
        What a seat has answered beforehand (`standing_answer`) its player is not asked.
        Stops when nobody is asked any more: the game is over, or a roll waits for a face. Raises what `play` raises for
        a player's choice, and `NeedsPerson` where only a person can answer and the player is none (`Traits.is_person`).
        """
        makers = by_seat(players, self.rules.seats)
        bot = self.game.bot if self.game is not None else None
        player_by_seat = {seat: player_from(maker, bot, self.seed or 0) for seat, maker in makers.items()}
        while self.waiting_for:
            if (standing := self.standing_answer) is not None:
                yield self.play(standing[1], standing[0])
                continue
            seat = self.waiting_for[0]
            if self._ask(seat).choices.by_people and not traits_of(player_by_seat[seat]).is_person:
                raise NeedsPerson(f"{seat} is asked {self._ask(seat).prompt!r}: only people who were there can say")
            yield self.play(player_by_seat[seat](self.view(seat, history=history)), seat)

    def play_out(self, players: PlayerLike | Mapping[str, PlayerLike] = "random") -> Outcome:
        """Let ``players``, as in `iter_play`, play to the end; how it ended. Raises `NotYourTurn` if a roll waits."""
        for _ in self.iter_play(players):
            pass
        if (outcome := self.outcome) is None:
            raise NotYourTurn(f"the game does not end by itself: {self.pending or 'no event says how it ended'}")
        return outcome

    def _commit(self, commits: dict[str, Action]) -> None:
        self._commits = commits
        if self.journal is not None:
            self.journal.commit()

    def _answer(self, answer: Answer, seat: str = SPECTATOR) -> Update:
        waypoint_before, start = Waypoint(self._runner), len(self._entries)
        try:
            self._runner.answer(answer)
        except BaseException:  # a die that does not fit, a gap in the rules: as if nothing had been played
            del self._entries[start:]
            self._runner = waypoint_before.state.runner(self._runner.dice, self._entries)
            raise
        self._commits = {}
        self._history.answered(self._entries, start, waypoint_before)
        self._history.note(self._runner, len(self._entries))
        if self.journal is not None:
            self.journal.write()
        return Update(tuple(self._entries[start:]), seat, partial(self._board_at, self.seq, seat))

    def _board_at(self, at: int, seat: str) -> Board:
        if at != self.seq:
            raise StaleView("the game has moved on since: ask the match anew; what happened is in view(seat).log")
        return redact(self.board, seat)

    # What a seat may know

    def view(self, seat: str, *, history: bool = True) -> View:
        """What ``seat`` may know (also ``spectator`` and ``referee``). Raises `UnknownName` for any other name.

        ``history`` False leaves out the events so far and the right to undo; views of simulations are like that.
        """
        self.rules.seat(seat)
        if not history:
            return View(self._runner, seat, self._commits)
        sheet_of = self.game.sheet_of if self.game is not None else None
        return View(self._runner, seat, self._commits, self._entries, self.can_undo, self._tags, sheet_of)

    def knowledge(self, seat: str) -> str:
        """A digest of all that ``seat`` has learnt and done in this match, and of its question now (perfect recall).

        Equal digests mean equal knowledge, in every process and on every machine. Only what is new since the last call
        is computed. Raises `UnknownName`.
        """
        return View(self._runner, self.rules.seat(seat), self._commits, self._entries, tags=self._recall).knowledge

    # Undo and forks

    def can_undo(self, seat: str, *, exact: bool = True) -> bool:
        """Whether ``seat`` may take its last choice back: since then nobody rolled, learnt anything or chose.

        ``exact`` False is the quick answer for a button: it compares no boards and plays the choice in no other worlds.
        Where it is true, the exact one nearly always is; it depends on the position alone, not on what was asked.
        """
        if seat in self._commits:
            return True
        may_go_back = self._history.may_go_back if exact else self._history.seems_free
        asked_alone = self.pending is not None and not self.pending.secret and tuple(self.pending.asks) == (seat,)
        return asked_alone and may_go_back(seat, self._entries, self._runner)

    def _check_is_current(self, at: int | str, seat: str) -> None:
        if at != (self.view(seat).at if isinstance(at, str) else self.seq):
            raise NotYourTurn("the game has moved on: this was meant for an earlier position")

    def undo(self, seat: str | None = None, *, at: int | str | None = None) -> TakenBack:
        """Take back the last choice of the seat that is to choose; ``at`` as in `play`. Raises `NotYourTurn`.

        What it returns says how many events of each seat still hold.
        """
        if seat is None:
            seat = next(iter(self._commits), None) or next(iter(self.waiting_for), "nobody")
        elif seat not in self.rules.seats:
            raise NotYourTurn(f"{quote(seat)} does not play (seats: {', '.join(self.rules.seats)})")
        if at is not None:
            self._check_is_current(at, seat)
        if not self.can_undo(seat):
            raise NotYourTurn(f"{seat} has nothing to take back: a roll, a reveal or another seat's choice came since")
        if seat in self._commits:
            self._commit({name: action for name, action in self._commits.items() if name != seat})
            return TakenBack(tuple(self._entries))
        start, state_before = self._history.back()
        del self._entries[start:]
        self._runner = state_before.runner(self._runner.dice, self._entries)
        self._history.turn = self.rules.turn_of(self._runner.board)
        if self.journal is not None:
            self.journal.take_back()
        return TakenBack(tuple(self._entries))

    def fork(self, at: int | None = None) -> Match:
        """An independent match from the position before answer number ``at`` (now, when left out).

        Raises `WargameError` for a number of answers that the game has not had.
        """
        at = self.seq if at is None else at
        if at == self.seq:
            entries, history = list(self._entries), self._history.up_to(len(self._entries), self._history.turn)
            runner = self.state.runner(entries=entries)
        else:
            runner, entries, history = self._history.run_again(self._entries, at, self.seq)
        runner.use_dice(self._runner.dice)
        forked_match = Match(runner, entries, seed=self.seed, commits=self._commits if at == self.seq else None)
        forked_match.salt, forked_match._history, forked_match.game = self.salt, history, self.game
        forked_match.rules_versions = tuple(version for version in self.rules_versions if version.n <= at)
        forked_match._tags, forked_match._recall = self._tags.like(), self._recall.like()
        history.note(runner, len(entries))
        return forked_match

    def save(self, path: str | Path, seat: str | None = None) -> Path:
        """Write the record of the match to ``path``, completely or not at all; `load_match` goes on with it.

        With a seat it is what that seat may have of it: see `Record`. Raises OSError, and `UnknownName` for the seat.
        """
        return Record.of(self, seat).save(path)

    def table(
        self, seat: str | None = None, bots: PlayerLike | Mapping[str, PlayerLike] | None = None, **table_arguments: Any
    ) -> Any:
        """The table of this match in a cell of a notebook, for playing: see `wargame_table.widget.TableWidget`.

        ``seat`` is the seat whose view it shows, by default the first that none of ``bots`` (players as in `iter_play`,
        by seat) plays. Raises `MissingExtra` without `wargame-table[notebook]`, `UnknownName` for a seat or bot that
        does not exist.
        """
        return table_of(self, seat, bots, **table_arguments)

    def _repr_html_(self) -> str | None:
        return drawn(self, "html")

    def __copy__(self) -> Match:
        return self.fork()

    def __deepcopy__(self, memo: object) -> Match:
        return self.fork()

    def __reduce__(self) -> NoReturn:
        raise WargameError("a match cannot be pickled, it runs procedures: pickle match.state, or use match.save(path)")

    def __repr__(self) -> str:
        step_in_words = " > ".join(self.cursor) or "over"
        return f"<Match of {self.rules.id}: {step_in_words}; waiting for {' and '.join(self.waiting_for) or 'nobody'}>"
