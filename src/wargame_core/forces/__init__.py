"""Orders of battle: forces, formations, units and leaders, with the checks that set-up files of all games need."""

from wargame_core.forces.order_of_battle import (
    Force,
    Formation,
    OobLeader,
    OobUnit,
    OrderOfBattle,
    OrderOfBattleFile,
    SetUpPlace,
    check_set_up,
    read_oob,
    starts,
)

__all__ = [
    "Force",
    "Formation",
    "OobLeader",
    "OobUnit",
    "OrderOfBattle",
    "OrderOfBattleFile",
    "SetUpPlace",
    "check_set_up",
    "read_oob",
    "starts",
]
