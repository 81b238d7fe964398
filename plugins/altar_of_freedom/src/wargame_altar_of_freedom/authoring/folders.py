"""A designer's folder of campaign files: begun, checked, and played without installing anything."""

import re
from importlib.resources import files
from pathlib import Path

from wargame_altar_of_freedom.game import VOCABULARY, campaign_game
from wargame_altar_of_freedom.players.weights import PLAYER_OF_FILE, read_weights
from wargame_altar_of_freedom.printed.data_files import Vocabulary, load_campaign
from wargame_core.authoring import Game, OwnRules, Variant
from wargame_core.data import DataFolder, Document, Problem, Problems, read_toml, write_new, write_package
from wargame_core.errors import DataError
from wargame_core.plugins.discovery import plugins

TEMPLATE_ID, TEMPLATE_TITLE = "my_campaign", "My campaign"
SYSTEM = "altar_of_freedom"
_OWN_RULES = re.compile(r"""^own_rules *= *(["'])(.*?)\1""", re.MULTILINE)
LOWEST, HIGHEST = -3, 3
"""Ratings of units: those of all printed brigades lie between."""


def campaigns_with_own_rules() -> list[str]:
    """The ids of the installed campaigns that have rules of their own, which another folder may be played with."""
    return [plugin.id for plugin in plugins() for game in plugin.games if game.system == SYSTEM and plugin.knows]


def own_rules_of(folder: Path) -> str | None:
    """The campaign whose own rules a folder of campaign files is played with, "" for none.

    None where there is no campaign. Nothing else of the file is read, so it may be wrong.
    """
    if not is_campaign(folder):
        return None
    rules_match = _OWN_RULES.search((folder / "campaign.toml").read_text("utf-8", errors="replace"))
    return rules_match[2] if rules_match else ""


def missing_own_rules(folder: Path) -> list[Problem]:
    """That no installed campaign has the own rules that a folder names (E301); nothing where one has."""
    problems, name = Problems(), own_rules_of(folder)
    if name:
        doc = read_toml(folder / "campaign.toml")
        expected_text = "an installed campaign with rules of its own"
        problems.reference(doc, ("own_rules",), expected_text, name, campaigns_with_own_rules())
    return problems.found


def lint_campaign(folder: Path, vocabulary: Vocabulary = VOCABULARY) -> list[str]:
    """Every problem of a campaign's files as file:line:column: CODE message.

    When it can be played only doubts are left: W471, a rating of a unit that no table of the system goes to, and W472,
    a program beside the files.
    """
    try:
        data = DataFolder(folder)
        campaign = load_campaign(data, vocabulary)
        for name in PLAYER_OF_FILE:
            if data.file(name).is_file():
                read_weights(data, campaign.seats, name)
    except DataError as error:
        return [str(problem) for problem in error.problems]
    return [str(doubt) for doubt in (*rating_doubts(read_toml(folder / "oob.toml")), *_programs(folder))]


def _programs(folder: Path) -> list[Problem]:
    """The programs beside the files, which nobody runs: rules come from what is installed (W472)."""
    message = "a program beside the files of a campaign is never run"
    hint = "put the folder into a distribution and name that with own_rules (wargame new campaign FOLDER --rules)"
    return [Problem(file.name, 1, 1, "W472", message, hint) for file in sorted(folder.glob("*.py"))]


def rating_doubts(doc: Document) -> list[Problem]:
    """The units whose rating lies outside those of all printed brigades (W471)."""
    doubts = Problems()
    for formation_index, formation in enumerate(doc.data.get("formation", ())):
        for unit_index, unit in enumerate(formation.get("units", ())):
            rating = unit.get("rating", 0)
            if not LOWEST <= rating <= HIGHEST:
                message = (
                    f"{unit.get('name', unit.get('id'))} has {rating}; ratings of units go from {LOWEST} to {HIGHEST}"
                )
                doubts.add(doc, ("formation", formation_index, "units", unit_index, "rating"), "W471", message)
    return doubts.found


def open_campaign(folder: Path, variants: tuple[Variant, ...] = (), own: OwnRules | None = None) -> Game | None:
    """The game in a folder, with a campaign's ``own`` rules; None when it is not a campaign.

    Raises `DataError` with every problem of its files.
    """
    return (
        campaign_game(folder.resolve().name, folder, (), None, variants, own_rules=own) if is_campaign(folder) else None
    )


def is_campaign(folder: Path) -> bool:
    """Whether a folder holds a campaign, whatever is wrong with it.

    Beside a game.toml, which names its system itself, a campaign.toml is a file of that game, such as a scenario.
    """
    return (folder / "campaign.toml").is_file() and not (folder / "game.toml").is_file()


def new_campaign(folder: Path) -> None:
    """`wargame new campaign FOLDER`: write the four files of a small campaign that can be played at once.

    The folder is made if need be, and gives them their id.

    Two corps a side, a map of 12 by 12 spaces, five cards, four turns. Raises `FileExistsError` rather than replace a
    file.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as place:
    ...     new_campaign(Path(place, "two_towns"))
    ...     [file.name for file in sorted(Path(place, "two_towns").iterdir())]
    ['campaign.toml', 'deck.toml', 'map.toml', 'oob.toml']
    """
    for name, text in _campaign_files(*names_for(folder)).items():
        write_new(folder / name, text)


def _campaign_files(game_id: str, title: str) -> dict[str, str]:
    template_files = sorted(files(__package__).joinpath("template").iterdir(), key=lambda file: file.name)
    texts = {file.name: file.read_text(encoding="utf-8") for file in template_files}
    return {name: text.replace(TEMPLATE_ID, game_id).replace(TEMPLATE_TITLE, title) for name, text in texts.items()}


OWN_CARDS = """
# "fever" is a word of this campaign: rules.py says what it means.

[[card]]
id = "fever"
name = "Fever"
helps = "blue"
text = "No brigade of the Army of the East rallies this turn."
[[card.effect]]
kind = "fever"
side = "gray"

[[card]]
id = "great_heat"
name = "Great Heat"
text = "Nothing happens."
"""
OWN_AWARD = """
# "both_banks" is a word of this campaign: rules.py says what it means.

[[award]]
id = "blue_both_banks"
side = "blue"
when = { kind = "both_banks", places = ["Ashby", "Crossways"] }
points = "2"
limit = "every_turn"
text = "divisions in Ashby and in Crossways at the end of a turn"
"""


def new_campaign_with_rules(folder: Path, game_id: str) -> None:
    """`wargame new campaign FOLDER --rules`: write a distribution with a small campaign that has rules of its own.

    They are an effect of a card, a line of victory points and a step of the turn, with tests. Raises `FileExistsError`
    rather than replace a file.
    """
    title = names_for(folder)[1]
    package = f"wargame_{game_id}"
    words = {"id": game_id, "title": title, "package": package, "distribution": package.replace("_", "-")}
    templates = files(__package__).joinpath("template_with_rules").iterdir()
    files_of_all = {file.name.removesuffix(".txt"): file.read_text("utf-8") for file in templates}
    package_folder = write_package(folder, files_of_all, words)
    texts = _campaign_files(game_id, title)
    texts["deck.toml"] = texts["deck.toml"].replace("size = 5\nremove_unseen = 1", "size = 7\nremove_unseen = 3")
    texts["campaign.toml"] = texts["campaign.toml"].replace("\nbook = ", f'\nown_rules = "{game_id}"\nbook = ')
    for name, section in {"deck.toml": OWN_CARDS, "campaign.toml": OWN_AWARD}.items():
        texts[name] += section
    for name, text in texts.items():
        write_new(package_folder / "data" / name, text)


def names_for(folder: Path) -> tuple[str, str]:
    """The id and title of a campaign in a folder of that name.

    >>> names_for(Path("games/Two Towns 1862"))
    ('two_towns_1862', 'Two Towns 1862')
    >>> names_for(Path("my_campaign"))
    ('my_campaign', 'My campaign')
    """
    name = folder.resolve().name
    game_id = re.sub(r"\W+", "_", name.lower()).strip("_") or TEMPLATE_ID
    title = re.sub(r'["\\\s_-]+', " ", name).strip() or TEMPLATE_TITLE
    return game_id, title[0].upper() + title[1:]
