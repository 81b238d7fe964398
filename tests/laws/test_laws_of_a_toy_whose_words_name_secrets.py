"""The toy in which leaks of words are planted keeps all laws itself."""

from tests.core.convoy_toy import convoy

from wargame_laws import laws

test_laws = laws(convoy, seeds=range(12), budget=12)
