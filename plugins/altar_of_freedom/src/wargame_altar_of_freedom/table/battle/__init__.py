"""The packet of a battle for the table: plan, rosters, turn track, labels and report form."""
