"""A chat bot for any game: `python chat_bot.py battlecry`, then lines like `ann: join union` and `ann: Scout`.

It has no chat service of its own: a client of Discord, Matrix or IRC hands each message to `hear`, and sends what that
returns: the channel gets what everybody may know, each player the menu of their own seat.
"""

import sys

import wargame_core
from wargame_core import SPECTATOR, WargameError

CHANNEL, SHOWN = "#channel", 20


class Table:
    def __init__(self, game: str) -> None:
        self.game = wargame_core.load(game)
        self.match = self.game.start()
        self.seats: dict[str, str] = {}  # by person
        self.at = ""  # what the channel knows

    def news(self) -> list[tuple[str, str]]:
        news = self.match.view(SPECTATOR).news(self.at)
        self.at = news["at"]
        told = [(CHANNEL, text)] if (text := "\n".join(row["text"] for row in news["rows"] if row["text"])) else []
        return told + [self.menu(person) for person, seat in self.seats.items() if seat in self.match.waiting_for]

    def menu(self, person: str) -> tuple[str, str]:
        view, labels = self.match.view(self.seats[person]), self.match.choices(self.seats[person]).labels
        more = [f"... and {len(labels) - SHOWN} more"] if len(labels) > SHOWN else []
        return person, "\n".join([str(view.prompt), *labels[:SHOWN], *more])

    def hear(self, person: str, message: str) -> list[tuple[str, str]]:
        word, _, rest = message.partition(" ")
        seat = self.seats.get(person, SPECTATOR)
        try:
            if word == "join" and rest in {*self.game.seats} - {*self.seats.values()}:
                self.seats[person] = rest
                return [(CHANNEL, f"{person} plays {rest}"), *self.news()]
            if word == "board":
                return [(person, self.match.view(seat).text())]
            if word == "why":
                found = self.match.explain(rest, seat)  # a verdict of no is false: compare with None
                return [(person, str(found) if found is not None else f"{rest} plays no part in this question")]
            if word == "undo":
                self.match.undo(seat)
                return [(CHANNEL, f"{person} takes a choice back"), *self.news()]
            self.match.play(message, seat)
            return self.news()
        except WargameError as refusal:
            return [(person, str(refusal))]


if __name__ == "__main__":
    table = Table(sys.argv[1])
    for line in sys.stdin:
        speaker, _, said = line.strip().partition(": ")
        for reader, text in table.hear(speaker, said):
            print(f"--> {reader}\n{text}")
