"""High ground and the edge of woods as an engraver draws them: hachures, a shadow to the south-east, crowns on a rim.

The light comes from the north-west. What is drawn along an area refers to its outline by id, so that the outline is
sent once.
"""

from wargame_pictures.draw.shapes import COLOR, stroke, ties

RIDGE, RIDGE_DARK, CONTOUR = COLOR["ridge"], COLOR["ridge-dark"], COLOR["contour"]
_TREE, _TREE_EDGE = COLOR["tree"], COLOR["tree-edge"]

SOFT = 'class="soft"'
"""What a printer can do without: many small marks that make a large file."""
HIGH = frozenset({"hill", "mountain"})
"""Kinds of terrain that rise above the ground around them."""


def plateau(name: str, data: str, color: str) -> str:
    """High ground of one colour with its slope and shadow; ``name`` is the id for the path of its outline."""
    path = f'<defs><path id="{name}" d="{data}"/></defs>'
    return f'{path}{shadow_of(name)}<use href="#{name}" fill="{color}"/>{slope_of(name)}'


def shadow_of(outline: str) -> str:
    """The shadow of high ground, below its area; ``outline`` is the id of the path around the area."""
    return f'<use href="#{outline}" transform="translate(2.6 3.4)" fill="{RIDGE_DARK}" fill-opacity=".17"/>'


def slope_of(outline: str) -> str:
    """The hachures down the slope of high ground, upon its area: heavier to the south-east."""
    return _along(outline, CONTOUR, "7", "0.8 2.7", ' stroke-opacity=".55"') + _along(
        outline, RIDGE, "6", "1 2.7", ' stroke-opacity=".6" transform="translate(1.7 2.3)"'
    )


def rim_of_woods(outline: str) -> str:
    """The crowns at the rim of woods and their shadow, below the area of the woods."""
    shadow = f' stroke-opacity=".55" transform="translate(1.5 2)" {SOFT}'
    return _crowns(outline, _TREE_EDGE, "7.5", "0 8.3", shadow) + _crowns(outline, _TREE_EDGE, "7.4", "0 7.4")


def crowns_of_woods(outline: str) -> str:
    """The same crowns in the colour of trees, upon the area."""
    return _crowns(outline, _TREE, "6", "0 7.4", f" {SOFT}")


def _crowns(outline: str, color: str, width: str, dash: str, more_attributes: str = "") -> str:
    return _along(outline, color, width, dash, f' stroke-linecap="round"{more_attributes}')


def _along(outline: str, color: str, width: str, dash: str, more_attributes: str) -> str:
    pen = f'fill="none" stroke="{color}" stroke-width="{width}" stroke-dasharray="{dash}"'
    return f'<use href="#{outline}" {pen}{more_attributes}/>'


def ridge(data: str, *, bars: bool = True) -> str:
    """A ridge along path data: its crest, hachures down both sides, and its shadow; one that stops nobody is lower."""
    if not bars:
        return f'<g opacity=".8">{ties(data, RIDGE, 6, "0.7 2.6")}{stroke(data, COLOR["mountain"], 1)}</g>'
    shadow = stroke(data, RIDGE_DARK, 9, 'stroke-opacity=".13" transform="translate(2.4 3.2)"')
    foot = f'<g transform="translate(1.4 1.9)" opacity=".75">{ties(data, RIDGE, 13, "0.8 2.6")}</g>'
    return f"{shadow}{foot}{ties(data, RIDGE_DARK, 7, '0.7 2.6')}{stroke(data, COLOR['mountain'], 1.6)}"


def spur(data: str) -> str:
    """The side of a ridge that falls off along path data: hachures alone."""
    return f'<g opacity=".85">{ties(data, RIDGE, 8, "0.7 2.6")}</g>'


def knoll() -> str:
    """A single hill about 0, 0: hachures around its top, longer to the south-east."""
    south_east = 'transform="translate(.9 1.2)"'
    rings = ((5.6, 4.6, RIDGE, south_east), (4.8, 3.4, RIDGE_DARK, ""))
    return "".join(
        f'<circle r="{radius}" fill="none" stroke="{color}" stroke-width="{width}" stroke-dasharray=".7 1.5" {shift}/>'
        for radius, width, color, shift in rings
    ).replace(" />", "/>")
