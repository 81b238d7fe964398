from tests.core.skirmish_toy import toy
from wargame_core.testing import laws
test_laws = laws(toy, seeds=range(200))
