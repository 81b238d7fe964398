"""The events of a campaign: the only things that change its board."""

from __future__ import annotations

from wargame_altar_of_freedom.board import battle_events, campaign_events, contact_events, token_events, turn_events
from wargame_core.flow.events import events_in

EVENTS = events_in(token_events, turn_events, contact_events, battle_events, campaign_events)
"""Every event there is."""
