"""The command cards as frozen values."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from attrs import field, frozen


class CardEffect(Enum):
    """What a command card does; the rule of each is in `rules.card_effects`."""

    ORDERS = "orders"
    BATTLE_CRY = "battle_cry"
    BOMBARD = "bombard"
    CONSTRUCT_FIELDWORKS = "construct_fieldworks"
    COUNTERATTACK = "counterattack"
    FIGHT_BACK = "fight_back"
    FORCED_MARCH = "forced_march"
    HIT_AND_RUN = "hit_and_run"
    LEADERSHIP = "leadership"
    RALLY = "rally"
    SHARP_SHOOTER = "sharp_shooter"
    SHORT_SUPPLY = "short_supply"


@frozen
class CommandCard:
    """A command card. ``orders`` are pieces by section, ``per_card`` the section ordered by the cards held."""

    id: str
    title: str
    count: int
    group: str
    effect: CardEffect
    text: str
    orders: Mapping[str, int] = field(factory=dict)
    orders_per_card: str = ""
    draw: int = 1
    bonus_dice: int = 0
    mirror: str = ""
