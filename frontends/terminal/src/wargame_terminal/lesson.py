"""A lesson at the prompt: what is taught stands above each question, and another choice is not played."""

from collections.abc import Collection, Sequence
from typing import Any

from wargame_core import Action, View
from wargame_core.lessons import Lesson, LessonPage
from wargame_terminal.menus import Menu
from wargame_terminal.session import Session


class LessonSession(Session):
    """A session in which one person learns. The lesson chooses for the others; then it goes on as any other session."""

    def __init__(self, *usual_arguments: Any, lesson: Lesson) -> None:
        super().__init__(*usual_arguments, ask_forced=True)
        self.lesson, self._is_ended = lesson, False

    def awaited_seats(self) -> Collection[str]:
        """The seats whose choice is waited for, after the lesson has made its own."""
        while (reply := self.lesson.reply(self.match)) is not None:
            self.match.play(reply[1], reply[0])
        return super().awaited_seats()

    def make_choice(self, action: object, seat: str) -> None:
        """Make a choice. Raises `IllegalAction` where the lesson wants another one."""
        checked_action = self.match.rules.let_in(action)
        self.match.play(self.lesson.choice(self.match, seat, checked_action), seat)

    def listed_choices(self) -> Sequence[Action]:
        """The choices of the step, where it has some of its own."""
        return self.lesson.only(self.match)

    def agree_to_hints(self) -> bool:
        """Not while the lesson goes on, which says what to choose."""
        if not self._is_ended:
            self.refuse("the lesson says what to choose: a hint is given once it is over")
        return self._is_ended

    def show_question(self, view: View, menu: Menu) -> None:
        """What is taught, the question and the page of the menu."""
        if not self._is_ended:
            self._print_lesson()
        super().show_question(view, menu)

    def _print_lesson(self) -> None:
        page, output = self.lesson.page(self.match), self.out
        self._is_ended = page.over
        output.say(heading_of(page), fg="yellow", bold=True)
        for words in (*page.heard, *page.say):
            output.tell(words, "  ")
        if page.do:
            choice = f' (the choice "{page.choice}")' if page.choice else ""
            output.tell(f"Now: {page.do}{choice}", "  ", bold=True)
        if page.cite:
            output.tell(f"[{page.cite}]", "  ", dim=True)
        output.say()


def heading_of(page: LessonPage) -> str:
    """What stands above a page of a lesson; with the number of the step, where there are several."""
    return page.heading if page.over or page.steps == 1 else f"{page.step} of {page.steps}: {page.heading}"
