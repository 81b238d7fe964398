"""The page of the desk has no mistake that the TypeScript compiler finds."""

import shutil
from pathlib import Path

from tests.table.test_client_types import compiled

from wargame_workshop.watching.server import PAGE


def test_the_page_of_the_desk_has_no_mistake_of_types(tmp_path: Path) -> None:
    for module in PAGE.glob("*.js"):
        shutil.copy(module, tmp_path)
    lib = ("--lib", "es2023,dom,dom.iterable")
    assert compiled(tmp_path, *lib, "--allowJs", "--checkJs", "--strict", "false") == ""
