"""Wrong campaign folders, made of the right ones."""

from collections.abc import Callable
from pathlib import Path

import pytest

from wargame_altar_of_freedom.game import VOCABULARY
from wargame_altar_of_freedom.printed.data_files import load_campaign
from wargame_core.data import DataFolder
from wargame_core.errors import DataError
from wargame_gettysburg import rules as gettysburg
from wargame_vicksburg import rules as vicksburg

WORDS = {
    "vicksburg": VOCABULARY.with_own(vicksburg.WORDS),
    "gettysburg": VOCABULARY.with_own(gettysburg.WORDS),
}
"""What the files of a campaign may ask for."""
PLUGINS = Path(__file__).parents[2] / "plugins"


@pytest.fixture
def campaign_data() -> Callable[[str], Path]:
    """The packaged data folder of a campaign."""
    return lambda game: PLUGINS / game / "src" / f"wargame_{game}" / "data"


@pytest.fixture
def problems_of(tmp_path: Path, campaign_data: Callable[[str], Path]) -> Callable[[str, str, str, str], list[str]]:
    """What is said about a campaign (game) when ``old`` becomes ``new`` in one of its files."""

    def change(game: str, file: str, old: str, new: str) -> list[str]:
        text = (campaign_data(game) / file).read_text(encoding="utf-8")
        assert old in text, f"{old!r} is not in {file}"
        (tmp_path / file).write_text(text.replace(old, new, 1), encoding="utf-8")
        with pytest.raises(DataError) as caught:
            load_campaign(DataFolder(campaign_data(game), tmp_path), WORDS[game])
        return [str(problem) for problem in caught.value.problems]

    return change
