"""Games as numbers, for learners and searchers: codes of actions and back, rows of a menu, views as lists of floats."""
