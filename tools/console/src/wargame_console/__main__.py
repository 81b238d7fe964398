"""``python -m wargame_console COMMAND``: the commands that installed distributions add, without a terminal."""

import click

from wargame_console.commands import Commands


@click.group(cls=Commands)
def main() -> None:
    """The commands that the installed distributions of wargame_core add."""


if __name__ == "__main__":
    main()
