"""A chat bot for any game: `python chat_bot.py battlecry`, then lines like `ann: join union` and `ann: Scout`.

It has no chat service of its own: a client of Discord, Matrix or IRC hands each message to `hear`, and sends what that
returns: the channel gets what everybody may know, each player the menu of their own seat.
"""

import sys

import wargame_core
from wargame_core import SPECTATOR, Session, View

CHANNEL, SHOWN = "#channel", 20


class Table:
    def __init__(self, game: str) -> None:
        self.session = Session(wargame_core.load(game).start())
        self.seats: dict[str, str] = {}  # by person
        self.at = ""  # what the channel knows

    def news(self) -> list[tuple[str, str]]:
        update = self.session.update(SPECTATOR, self.at)
        self.at = update["at"]
        text = "\n".join(row["text"] for row in update["news"]["rows"] if row["text"])
        asked = [person for person, seat in self.seats.items() if seat in update["waiting_for"]]
        return [*([(CHANNEL, text)] if text else []), *map(self.menu, asked)]

    def menu(self, person: str) -> tuple[str, str]:
        view = self.session.update(self.seats[person])
        labels = [row["label"] for row in view["menu"]]
        more = [f"... and {len(labels) - SHOWN} more"] if len(labels) > SHOWN else []
        return person, "\n".join([str(view["prompt"]), *labels[:SHOWN], *more])

    def hear(self, person: str, message: str) -> list[tuple[str, str]]:
        word, _, rest = message.partition(" ")
        seat = self.seats.get(person, SPECTATOR)
        if word == "join" and rest in {*self.session.people} - {*self.seats.values()}:
            self.seats[person] = rest
            return [(CHANNEL, f"{person} plays {rest}"), *self.news()]
        if word == "board":
            return [(person, self.session.look(seat, View.text))]
        if word == "why":
            return [(person, str(self.session.explain(rest, seat)))]
        done = self.session.undo(seat) if word == "undo" else self.session.play(message, seat)
        if not done:
            return [(person, str(done))]
        return [(CHANNEL, f"{person} takes a choice back")] * (word == "undo") + self.news()


if __name__ == "__main__":
    table = Table(sys.argv[1])
    for line in sys.stdin:
        speaker, _, said = line.strip().partition(": ")
        for reader, text in table.hear(speaker, said):
            print(f"--> {reader}\n{text}")
