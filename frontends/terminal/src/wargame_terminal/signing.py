"""``wargame sign``: signs a record."""

from __future__ import annotations

from pathlib import Path

import click

from wargame_terminal.output import Output, with_output

PATH = click.Path(path_type=Path, dir_okay=False)


@click.command(epilog="Example: wargame sign game.jsonl --key my_key; then: wargame verify game.jsonl --signed-by KEY")
@click.argument("file", type=PATH)
@click.option(
    "--key",
    metavar="FILE",
    type=PATH,
    required=True,
    help="The file of your private key; it is made if it is not there.",
)
@with_output
def sign(out: Output, file: Path, key: Path) -> None:
    """Sign a record: its signature is kept in FILE.sig. Give your public key (KEY.pub) to the others once."""
    from wargame_core.records.record import Record
    from wargame_core.records.signing import sign as add_signature
    from wargame_core.records.signing import signatures_of

    Record.load(file)  # nothing else is signed
    new = not key.exists()
    public = add_signature(file, key)
    if new:
        out.note(f"a new key: {key} is yours alone, {key}.pub is for the others")
    signatures = signatures_of(file)
    as_json = {"file": str(file), "signatures": str(signatures), "key": public}
    out.result(as_json, f"{signatures}: signed with the key {public}")
