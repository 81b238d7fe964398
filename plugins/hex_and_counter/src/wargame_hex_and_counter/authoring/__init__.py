"""For authors of games: what is wrong with their files, and a game to begin with."""
