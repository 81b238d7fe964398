"""``wargame completion``: the script that lets a shell complete what stands on the command line."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from wargame_terminal.output import Output, with_output

SHELLS = ("bash", "zsh", "fish")


@click.command(epilog='Example: wargame completion bash >> ~/.bashrc, then a new shell and "wargame play vi" + Tab')
@click.argument("shell", type=click.Choice(SHELLS))
@with_output
def completion(out: Output, shell: str) -> None:
    """The script that lets a shell complete commands, games, scenarios, seats, bots and options."""
    group = click.get_current_context().find_root().command
    kind = get_completion_class(shell)
    assert kind is not None
    script = kind(group, {}, "wargame", "_WARGAME_COMPLETE").source().rstrip()
    out.result({"shell": shell, "script": script}, script)
