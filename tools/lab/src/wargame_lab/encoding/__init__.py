"""Games as numbers, for machine learning and search: codes of actions, rows of a menu, views as lists of floats."""
