"""Learners over the rows of a menu: numbers of choices, a small net that scores them, how it learns, how it plays."""
