"""Thunder on the Mississippi: the tables of its advanced game of 70 turns."""
