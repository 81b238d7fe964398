"""Lessons: a first turn on a set scene, in which each step says what to choose, why, and what came of it.

A lesson is a file ``lessons/NAME.toml`` in the data folder of a plugin, or in a designer's own folder, and no code:

    source = { document = "Battle Cry 150 Variant", edition = "1", basis = "reconstruction" }
    game = "battlecry"
    title = "Your first two turns"
    seat = "union"
    seed = 1862
    minutes = 10
    ending = "..."

    [[step]]
    heading = "A card says what may move"
    say = ["..."]
    do = "Play the card Attack Center."
    choose = "play Attack Center"
    otherwise = "..."
    cite = "BC150 p.6 1. Play a Command Card"
    [[step.then]]
    seat = "confederate"
    choose = "play Probe Left"
    why = "..."

The dice are those of the seed and all choices are written down, so that a lesson always goes the same way, and what it
says is true. Where a lesson stands follows from the number of choices that its match has had: a choice that is taken
back takes the lesson back too.

A step may also ask (``asks = true``): then the learner is to find the choice, and reads of others why they are worse.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, ClassVar, TypeAlias

from attrs import evolve, field, fields, frozen

from wargame_core.data import Between, Document, EachFile, KeyPath, Problems, check_source, read_each, read_toml
from wargame_core.data import structure as structure_file
from wargame_core.errors import IllegalAction, UnknownName, WargameError
from wargame_core.flow.about import PATH, marks_of
from wargame_core.flow.choices import Action
from wargame_core.game import Game
from wargame_core.json_form import JsonForm
from wargame_core.match import Match
from wargame_core.plugins.discovery import SIGN, meaning, plugins
from wargame_core.rulings import Cite, RuleText, refuse

FOLDER = "lessons"
"""The folder of lessons in a folder of data files."""
MOST_MINUTES = 120

WrittenChoice: TypeAlias = str | Mapping[str, Any]
"""A choice as a file has it: words that only its label has, or its JSON."""


@frozen(kw_only=True)
class FurtherChoice:
    """A choice that the lesson makes by itself, for whichever seat; ``why`` is what that seat says of it."""

    seat: str
    choose: WrittenChoice
    why: str = ""


@frozen(kw_only=True)
class OtherChoice:
    """What is said of a choice that the learner makes in place of the right one; it is not played."""

    choose: WrittenChoice
    say: str


@frozen(kw_only=True)
class LessonStep:
    """One idea, and the choice that shows it.

    Attributes:
        heading: the idea in a few words.
        say: what is told before the choice, a paragraph each.
        do: what the learner is to do, in a sentence.
        choose: the choice.
        also: choices that are as good; one of them is played as the learner makes it.
        narrow: whether nothing is listed but what ``choose``, ``also`` and ``others`` name, by label.
        asks: whether the learner is to find the choice, which is then neither told nor lit.
        otherwise: what is said when the learner chooses something else; it is not played.
        others: what is said of some of these, in place of that.
        cite: where the rule is printed.
        light: what is lit, such as "piece:u3" or "place:E4"; without it, what the choice is about.
        happened: words that must stand in the story that the learner was told since the step before, which `rehearse`
            checks: so a sentence about dice stays true.
        then: choices that the lesson makes by itself after this one.
    """

    heading: str
    say: tuple[str, ...]
    do: str
    choose: WrittenChoice
    also: tuple[WrittenChoice, ...] = ()
    narrow: bool = False
    asks: bool = False
    otherwise: str = ""
    others: tuple[OtherChoice, ...] = ()
    cite: str = ""
    light: tuple[str, ...] = ()
    happened: tuple[str, ...] = ()
    then: tuple[FurtherChoice, ...] = ()


@frozen(kw_only=True)
class LessonFile:
    """What a file of a lesson holds.

    Attributes:
        game: the id of the game.
        title: what people read in a list.
        seat: the seat of the learner.
        seed: the seed of the dice.
        ending: what is said at the end, a paragraph a line; the game goes on from there as any other.
        end_heading: what stands above that.
        minutes: how long it takes.
        scenario: the id of the scenario; without it, the first one.
        options: options of the game by name.
        position: a position in words (`Game.position`) at which the lesson begins, in place of scenario and options.
        before: choices that lead to the scene.
        step: the steps.
    """

    game: str
    title: str
    seat: str
    seed: int
    ending: str
    end_heading: str = "The lesson is over"
    minutes: Annotated[int, Between("the length of a lesson in minutes", 1, MOST_MINUTES)] = 10
    scenario: str = ""
    options: Mapping[str, str] = field(factory=dict)
    position: str = field(default="", repr=False)
    before: tuple[FurtherChoice, ...] = ()
    step: tuple[LessonStep, ...]


@frozen(kw_only=True)
class LessonPage(JsonForm):
    """What a learner reads at one moment.

    ``step`` counts from 1 to ``steps``. ``heard`` is what others said of their choices since the last step; ``choice``
    is the label of the choice to be made, ``light`` what it is about: a step that asks tells neither. Without ``do``,
    the lesson is over (``over``), or others are to choose.
    """

    sparse: ClassVar = True
    title: str
    step: int
    steps: int
    heading: str = ""
    heard: tuple[str, ...] = ()
    say: tuple[str, ...] = ()
    do: str = ""
    choice: str = ""
    cite: str = ""
    light: tuple[str, ...] = ()
    over: bool = False


@frozen
class _ScriptedChoice:
    """A choice of the script: whose it is, which, where it stands in the file; the step, where it is the learner's."""

    seat: str
    choose: WrittenChoice
    path: KeyPath
    why: str = ""
    step: int | None = None


@frozen(eq=False)
class Lesson:
    """A lesson: its id, which is the name of its file without the ending, what the file holds, and where it stands.

    The document of a lesson that a program has made is that of what it was made from.
    """

    id: str
    file: LessonFile
    document: Document = field(repr=False)

    @cached_property
    def _script(self) -> tuple[_ScriptedChoice, ...]:
        return tuple(self._scripted_choices())

    def _scripted_choices(self) -> Iterator[_ScriptedChoice]:
        for index, choice in enumerate(self.file.before):
            yield _ScriptedChoice(choice.seat, choice.choose, ("before", index), choice.why)
        for number, step in enumerate(self.file.step):
            yield _ScriptedChoice(self.file.seat, step.choose, ("step", number), step=number)
            for index, choice in enumerate(step.then):
                yield _ScriptedChoice(choice.seat, choice.choose, ("step", number, "then", index), choice.why)

    def start(self, game: Game) -> Match:
        """A match at the scene of the lesson. Raises what `begin` and `set_scene` raise."""
        match = self.begin(game, self.file.seed)
        self.set_scene(match)
        return match

    def begin(self, game: Game, seed: int) -> Match:
        """A match before the choices that lead to the scene. Raises what `Game.start` and `Game.go_on` raise."""
        file = self.file
        if file.position:
            return game.go_on(file.position, seed=seed)
        return game.start(file.scenario or None, seed=seed, options=file.options)

    def set_scene(self, match: Match) -> None:
        """Make the choices that lead to the scene. Raises `WargameError` where the match does not have one of them."""
        for turn in self._script[: len(self.file.before)]:
            match.play(_action_of(match, turn), turn.seat)

    def is_over(self, match: Match) -> bool:
        """Whether the match has gone beyond the last step, or is over."""
        return self._next_choice(match) is None

    def reply(self, match: Match) -> tuple[str, Action] | None:
        """The choice that the lesson makes now by itself, with its seat; None for the learner's, and at the end.

        Raises `WargameError` where the match does not have this choice.
        """
        turn = self._next_choice(match)
        if turn is None or turn.step is not None or turn.seat not in match.waiting_for:
            return None
        return turn.seat, _action_of(match, turn)

    def choice(self, match: Match, seat: str, action: Action) -> Action:
        """The action that is played where ``seat`` chooses this one: itself, or the lesson's way to the same place.

        Raises `IllegalAction` for one that the rules refuse, and for one that the step does not show (its verdict has
        the code ``lesson``).
        """
        turn = self._next_choice(match)
        verdict = match.judge(action, seat)
        if turn is None or not verdict:
            if not verdict:
                raise IllegalAction(verdict)
            return action
        if turn.step is None or turn.seat != seat:
            raise IllegalAction(refuse("lesson", "the lesson goes on by itself in a moment"))
        scripted_action = _action_of(match, turn)
        step = self.file.step[turn.step]
        if _is_same(scripted_action, action):
            return scripted_action
        if any(_is_same(_action_written(match, seat, written_choice), action) for written_choice in step.also):
            return action
        raise IllegalAction(
            refuse("lesson", f"{_said_of(step, match, turn, action)} Nothing was played: choose again.")
        )

    def only(self, match: Match) -> tuple[Action, ...]:
        """The choices that a step lists that is narrow, by label; none where the menu lists all. Raises as `page`."""
        turn = self._next_choice(match)
        if turn is None or turn.step is None or turn.seat not in match.waiting_for:
            return ()
        step = self.file.step[turn.step]
        if not step.narrow:
            return ()
        named_choices = (step.choose, *step.also, *(other.choose for other in step.others))
        board = match.view(turn.seat).board
        actions = (_action_written(match, turn.seat, choose) for choose in named_choices)
        return tuple(sorted(actions, key=lambda action: action.text(board)))

    def page(self, match: Match) -> LessonPage:
        """What the learner reads now. Raises `WargameError` where the match does not have the choice of this step."""
        count, steps = _choice_count(match), len(self.file.step)
        turn = self._next_choice(match)
        last_step = max(
            (past_turn.step + 1 for past_turn in self._script[:count] if past_turn.step is not None), default=0
        )
        page = LessonPage(
            title=self.file.title, step=last_step, steps=steps, heard=self._sentences_of_others(match, count)
        )
        if turn is None:
            return evolve(page, heading=self.file.end_heading, say=tuple(self.file.ending.splitlines()), over=True)
        if turn.step is None or turn.seat not in match.waiting_for:
            return page
        step, view = self.file.step[turn.step], match.view(turn.seat)
        page = evolve(
            page, step=turn.step + 1, heading=step.heading, say=step.say, do=step.do, cite=step.cite, light=step.light
        )
        if step.asks:
            return page
        action = _action_of(match, turn)
        return evolve(page, choice=action.text(view.board), light=step.light or _references(action, view.board))

    def _next_choice(self, match: Match) -> _ScriptedChoice | None:
        """The choice that comes next; None at the end."""
        count = _choice_count(match)
        return self._script[count] if count < len(self._script) and match.outcome is None else None

    def _sentences_of_others(self, match: Match, count: int) -> tuple[str, ...]:
        """What other seats said of their choices since the learner's last one."""
        remarks: list[str] = []
        for turn in self._script[:count]:
            if turn.step is not None:
                remarks.clear()
            elif turn.why:
                remarks.append(turn.why)
        return tuple(remarks)


def _choice_count(match: Match) -> int:
    """How many choices a match has had, those that are not yet revealed among them."""
    return sum(len(entry.actions) for entry in match.entries) + len(match.commits)


def _action_of(match: Match, turn: _ScriptedChoice) -> Action:
    """The action that a file means. Raises `WargameError` where there is none, or several."""
    return _action_written(match, turn.seat, turn.choose)


def _action_written(match: Match, seat: str, written_choice: WrittenChoice) -> Action:
    if isinstance(written_choice, str):
        return match.choices(seat).find(written_choice)
    return match.rules.let_in(dict(written_choice))


def _said_of(step: LessonStep, match: Match, turn: _ScriptedChoice, action: Action) -> str:
    """What a step says of a choice that is not the right one."""
    for other_choice in step.others:
        if _is_same(_action_written(match, turn.seat, other_choice.choose), action):
            return other_choice.say
    return step.otherwise or "The rules allow that, but this step shows something else."


def _is_same(scripted_action: Action, action: Action) -> bool:
    """Whether two actions are equal, but for the way to the same place."""
    if type(scripted_action) is not type(action):
        return False
    paths = {name for name, mark in marks_of(type(scripted_action)) if mark is PATH}
    for part in fields(type(scripted_action)):
        scripted_part, played_part = getattr(scripted_action, part.name), getattr(action, part.name)
        if part.name in paths and scripted_part and played_part:
            scripted_part, played_part = scripted_part[-1], played_part[-1]
        if scripted_part != played_part:
            return False
    return True


def _references(action: Action, board: Any) -> tuple[str, ...]:
    """What an action is about, as a screen lights it: its pieces, their targets, where they go, and its cards."""
    subject = action.about(board)
    places = () if subject.target or not subject.to else (subject.to,)
    return (
        *(f"piece:{piece}" for piece in subject.all_pieces()),
        *(f"place:{place}" for place in places or subject.places),
        *(f"card:{card}" for card in subject.cards),
    )


def read_lesson(path: Path | Document) -> Lesson:
    """The lesson of a file. Raises `DataError` with all that is wrong with the file by itself."""
    document, problems = read_toml(path, "a lesson"), Problems()
    check_source(document, problems)
    file = structure_file(document, LessonFile, problems)
    if file is not None and not file.step:
        problems.add(document, (), "E202", "a lesson has at least one [[step]]")
    problems.raise_if_any()
    assert file is not None, "without problems there is a file"
    return Lesson(document.path.stem, file, document)


def lessons_of(name: str | Path) -> EachFile[Lesson]:
    """The lessons of a game, by what `load` takes: those of its folder, or of every installed plugin that has some.

    A game with variants has none: they change what a lesson tells. Files with mistakes are in ``unread``.
    """
    if SIGN in str(name):
        return EachFile((), {})
    game_or_path = meaning(name)
    if isinstance(game_or_path, Path):
        folder = game_or_path if game_or_path.is_dir() else game_or_path.parent
        return read_each(sorted((folder / FOLDER).glob("*.toml")), lambda path, _: read_lesson(path))
    folders = [plugin.data / FOLDER for plugin in plugins() if plugin.data is not None]
    paths = [path for folder in folders for path in sorted(folder.glob("*.toml"))]
    return read_each(paths, lambda path, _: _of_game(path, str(name)))


def _of_game(path: Path, game: str) -> Lesson | None:
    """The lesson of a file that is for this game. Raises `DataError` where it has mistakes, whose lesson it may be."""
    document = read_toml(path, "a lesson")
    return read_lesson(document) if document.data.get("game") == game else None


def find_lesson(name: str | Path, lesson: str = "") -> Lesson:
    """A lesson of a game by its id, or its first one. Raises `UnknownName`, and `DataError` where it has mistakes."""
    lessons = lessons_of(name)
    for path, error in lessons.unread.items():
        if path.stem == lesson or not lessons.sound:
            raise error
    for sound in lessons.sound:
        if lesson in ("", sound.id):
            return sound
    problem = UnknownName("lesson", lesson, [sound.id for sound in lessons.sound])
    if not lessons.sound:
        problem.args = (f"{name} has no lesson: a file {FOLDER}/NAME.toml in its folder of data makes one",)
    raise problem


def rehearse(lesson: Lesson, game: Game) -> Problems:
    """Play a lesson to its end, and note everything that is not as its file says, with file and line.

    It stops at the first choice that cannot be made, since what comes after it has no meaning then.
    """
    document, file, problems = lesson.document, lesson.file, Problems()
    if not problems.reference(document, ("seat",), "a seat", file.seat, game.seats):
        return problems
    try:
        match = lesson.begin(game, file.seed)
    except WargameError as error:
        problems.add(document, ("position",) if file.position else (), "E301", str(error))
        return problems
    event_count = 0
    for turn in lesson._script:
        if turn.step is not None and turn.seat in match.waiting_for:
            event_count = _check_step(lesson, turn.step, match, event_count, problems)
        if not _play_scripted_choice(lesson, turn, match, problems):
            break
    return problems


def _play_scripted_choice(lesson: Lesson, turn: _ScriptedChoice, match: Match, problems: Problems) -> bool:
    """Whether a choice of the script can be made; if so, it is."""
    document = lesson.document
    if not problems.reference(document, (*turn.path, "seat"), "a seat", turn.seat, match.rules.seats):
        return False
    if turn.seat not in match.waiting_for:
        waiting_names = " and ".join(match.waiting_for) or "nobody"
        prompt = match.view(match.waiting_for[0]).prompt if match.waiting_for else "the game is over"
        message = f"{turn.seat} is not asked now; the game waits for {waiting_names}: {prompt}"
        problems.add(
            document, turn.path, "E207", message, f"each choice of {waiting_names} has a [[step]] or a [[step.then]]"
        )
        return False
    try:
        match.play(_action_of(match, turn), turn.seat)
    except WargameError as error:
        problems.add(document, (*turn.path, "choose"), "E301", f"{match.view(turn.seat).prompt} {error}")
        return False
    return True


def _check_step(lesson: Lesson, number: int, match: Match, sentence_count: int, problems: Problems) -> int:
    """Note what a step says that is not so; returns how many sentences the learner has been told by now."""
    step, path, document = lesson.file.step[number], ("step", number), lesson.document
    view = match.view(lesson.file.seat)
    sentences = [text for text in view.log if text]
    story = " ".join(sentences[sentence_count:])
    for index, words in enumerate(step.happened):
        if words not in story:
            message = f"{words!r} was not told since the step before; told was: {story or 'nothing'}"
            problems.add(document, (*path, "happened", index), "E413", message)
    if step.light and match.game is not None:
        _check_light(document, step, path, match, problems)
    written_choices = [(("others", n, "choose"), other_choice.choose) for n, other_choice in enumerate(step.others)]
    for path_below, written_choice in [
        *written_choices,
        *((("also", n), choose) for n, choose in enumerate(step.also)),
    ]:
        _check_other(lesson, number, path_below, written_choice, match, problems)
    if step.cite and not _is_of_rules(step.cite, match.rules.source.rule_text):
        message = f"no heading of the rules is {Cite.read(step.cite).heading!r}"
        problems.add(document, (*path, "cite"), "E301", message, "`wargame rules GAME` lists them")
    return len(sentences)


def _check_other(
    lesson: Lesson, number: int, path_below: KeyPath, written_choice: WrittenChoice, match: Match, problems: Problems
) -> None:
    """Note a choice beside the wanted one of a step that cannot be made, or is that one."""
    step, seat, path = lesson.file.step[number], lesson.file.seat, ("step", number, *path_below)
    try:
        action = _action_written(match, seat, written_choice)
        is_right = _is_same(_action_written(match, seat, step.choose), action)
    except WargameError as error:
        problems.add(lesson.document, path, "E301", f"{match.view(seat).prompt} {error}")
        return
    if is_right:
        problems.add(lesson.document, path, "E207", "this is the choice that the step wants: name another one")


def _is_of_rules(cite: str, rule_text: Callable[[str], RuleText | None]) -> bool:
    """Whether a cite ends with a heading of the rules. Without a page, the name of its book may have several words."""
    read_cite = Cite.read(cite)
    words = read_cite.heading.split(" ")
    heading_ends = [read_cite.heading] if read_cite.page else [" ".join(words[start:]) for start in range(len(words))]
    return any(rule_text(end) is not None for end in heading_ends)


def _check_light(document: Document, step: LessonStep, path: KeyPath, match: Match, problems: Problems) -> None:
    """Note what is to be lit and does not lie on the sheet."""
    view = match.view(match.waiting_for[0])
    sheet = match.game.sheet_of(view) if match.game is not None else None
    if sheet is None:
        return
    names = {f"piece:{piece.id}" for piece in (*sheet.pieces, *view.pieces)}
    names |= {f"place:{space.id}" for space in sheet.spaces} | {f"card:{card.id}" for card in sheet.cards}
    for index, reference in enumerate(step.light):
        problems.reference(document, (*path, "light", index), "anything on the sheet", reference, sorted(names))
