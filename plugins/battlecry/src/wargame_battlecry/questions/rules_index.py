"""The headings of the Battle Cry 150 text in order, with the functions and tests that carry each."""

from __future__ import annotations

from wargame_battlecry.board import board
from wargame_battlecry.printed import battle_file as battles
from wargame_battlecry.printed import game_board as ground
from wargame_battlecry.printed import rulebook
from wargame_battlecry.rules import (
    announce_orders,
    battle,
    battle_dice,
    dice,
    generals,
    line_of_sight,
    move,
    play_a_card,
    retreat,
    set_up,
    take_ground,
    targets,
    victory,
)
from wargame_battlecry.rules import card_effects as cards
from wargame_battlecry.rules.sequence import BATTLE
from wargame_core.plugins.rules_index import Heading, RulesIndex

DATA = "test_battle_files.py"
ORDERS, MOVES, CARDS = "test_p06_orders.py", "test_p07_moves.py", "test_p04_cards.py"
SIGHT, DICE = "test_p09_line_of_sight.py", "test_p10_battle_dice.py"
THROUGH = "test_p12_breakthrough.py"
HITS, BACK, FLAGS, LAWS = "test_p11_hits_and_generals.py", "test_p12_retreat.py", "test_p02_victory.py", "test_laws.py"
MISSING = "the text ends before it; taken from public pages and our rulings, decision "


def _none(page: str, heading: str) -> Heading:
    return Heading(page, heading, status="no rule")


def rules() -> RulesIndex:
    """The index, for `wargame rules`."""
    return RulesIndex("Battle Cry 150 Variant", HEADINGS, BATTLE)


HEADINGS = (
    _none("1", "The Civil War"),
    _none("2", "Introduction"),
    Heading(
        "2",
        "Classic Battle Cry Scenarios",
        (battles.read_battle, rulebook.load_rulebook),
        (DATA,),
        "implemented",
        "14 battles",
    ),
    Heading("2", "How to Win", (victory.settle,), (FLAGS,)),
    Heading(
        "2",
        "Components",
        (battles.read_battle,),
        (DATA,),
        "implemented",
        "the box's limits are checked in battle files",
    ),
    Heading("2", "Jackson Campaign Supplement", (battles.read_battle,), (DATA,), "implemented", "3 battles"),
    Heading(
        "2", "150th Civil War Anniversary Edition Battles", (battles.read_battle,), (DATA,), "implemented", "13 battles"
    ),
    _none("3", "Applying Flag Stickers"),
    Heading("3", "Game Board", (ground.entry_sides, announce_orders.slots_of), (ORDERS, DATA)),
    Heading("4", "Command Cards", (play_a_card.follow_the_card, cards.follow), (CARDS,)),
    Heading("4", "Tactic Cards", tuple(cards.EFFECTS.values())[1:], (CARDS,)),
    Heading("4", "Section Cards", (cards.orders,), (CARDS, ORDERS)),
    Heading("5", "Dice", (dice.throw,), (DICE, HITS)),
    Heading("5", "Generals and Units", (board.BattleBoard.put,), (DATA,)),
    Heading("5", "Setup", (set_up.set_up_with,), (DATA,)),
    Heading("5", "Choose a Battle Scenario", (battles.read_battle,), (DATA,)),
    _none("5", "A Note on Scale"),
    _none("5", "First Game?"),
    Heading("5", "Terrain", (battle_dice.protection, move.destinations), (DICE, MOVES), "partly", MISSING + "0053"),
    Heading("5", "Set up the Game Board", (set_up.set_up_with,), (DATA,)),
    Heading("6", "Flag Tokens", (victory.holds, victory.settle), (FLAGS,)),
    Heading("6", "Review the Staffing Notes", (battles.build,), (DATA,)),
    Heading("6", "Deal Command Cards", (play_a_card.deal_one,), (CARDS,)),
    Heading("6", "What to do on a Turn", (play_a_card.begin_turn, play_a_card.end_turn), (LAWS,)),
    Heading("6", "1. Play a Command Card", (play_a_card.play_a_card, play_a_card.playable), (CARDS,)),
    Heading("6", "2. Announce Orders", (announce_orders.order_one, announce_orders.overbooked), (ORDERS,)),
    Heading("6", "3. Move", (move.move_one, move.carry_out), (MOVES,)),
    Heading("6", "5. Draw a New Command Card", (play_a_card.draw_one, play_a_card.keep_one), (CARDS,)),
    Heading("7", "Moving Generals", (move.destinations,), (MOVES,)),
    Heading("7", "Attached Generals", (board.general_with, move.carry_out), (MOVES,)),
    Heading("7", "Moving Units", (move.destinations, move.why_not), (MOVES,)),
    Heading("8", "4. Battle", (battle.battle_with_one, targets.fit_to_battle), (HITS, CARDS)),
    Heading("8", "Units in Battle", (targets.targets, targets.judge_target), (ORDERS, HITS)),
    Heading("8", "Generals in Battle", (targets.targets, retreat.morale), (HITS, BACK), "implemented", "decision 0054"),
    Heading("8", "Ranged Combat", (battle_dice.battle_dice, battle_dice.longest_range), (DICE,)),
    Heading("9", "Line of Sight", (line_of_sight.sees, line_of_sight.obstructions), (SIGHT,)),
    Heading("10", "Resolving Battles", (battle.resolve, battle_dice.battle_dice), (DICE, HITS)),
    Heading("10", "Melee Combat", (battle_dice.battle_dice, battle.count_hits), (DICE, HITS)),
    Heading("11", "Hit", (battle.count_hits,), (HITS,)),
    Heading("11", "Hitting a General", (battle.count_hits,), (HITS,)),
    Heading("11", "General Casualty Check", (generals.casualty_check,), (HITS, BACK)),
    Heading("12", "Unattached General", (generals.general_goes_back, battle.count_hits), (HITS,)),
    Heading("12", "Bolster Morale", (retreat.morale, retreat.resolve_flags), (BACK,)),
    Heading("12", "Retreat", (retreat.go_back, retreat.steps_back), (BACK,)),
    Heading("13", "General's Retreat", (generals.retreats, generals.escapes), (HITS,), "partly", MISSING + "0054"),
    Heading(
        "-", "Take Ground", (take_ground.take_ground, take_ground.may_take_ground), (BACK,), "partly", MISSING + "0055"
    ),
    Heading("-", "Breakthrough", (battle.break_through,), (THROUGH,), "implemented", "an option, off: decision 0055"),
    Heading("-", "Command card effects", tuple(cards.EFFECTS.values()), (CARDS,), "partly", MISSING + "0056"),
    Heading(
        "-", "Special rules of the battles", (victory.holds, battles.build), (FLAGS, DATA), "partly", MISSING + "0050"
    ),
)
