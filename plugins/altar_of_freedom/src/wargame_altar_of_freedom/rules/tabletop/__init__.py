"""Tabletop battles from the theater map to the table and back. Source: GotW p.11-13 (AFI p.11-13)."""
