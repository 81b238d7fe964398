"""Games in pictures and letters, as stories, films, web pages and on paper.

>>> import wargame_core, wargame_pictures
>>> match = wargame_core.load("vicksburg").start(seed=1863)
>>> wargame_pictures.pictures_of(match).svg(match.view("federal"))[:4]
'<svg'

A picture is text in SVG; `save` writes it to a file, as PNG or PDF too.
"""

from wargame_pictures.draw.picture import save
from wargame_pictures.of_games import GamePictures, Presentation, pictures_of
from wargame_pictures.screen_map import ScreenMap

__all__ = ["GamePictures", "Presentation", "ScreenMap", "pictures_of", "save"]
