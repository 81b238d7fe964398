"""What installed distributions contribute: games, charts, odds, worked examples, rules indexes."""
