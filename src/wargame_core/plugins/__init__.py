"""What installed distributions add: games, charts, odds, worked examples, rules indexes."""
