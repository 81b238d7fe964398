"""The map of one person's screen for web pages of any toolkit: two layers over each other, and what a click is on."""

from __future__ import annotations

from typing import ClassVar

from wargame_core import SeatScreen, Sheet
from wargame_pictures.of_games import pictures_of


class ScreenMap:
    """The map of a `SeatScreen` as two pictures in SVG: the printed sheet, and what lies on it at this moment.

    A page keeps `ground` as long as it does not change, and takes `pieces` anew after each choice or click. Both stand
    in one element of the class ``wargame-map``, the pieces after the ground.

    >>> from wargame_core import load
    >>> layers = ScreenMap(SeatScreen.against_bots(load("vicksburg").start(seed=1863)))
    >>> layers.ground is layers.ground, 5 * len(layers.pieces) < len(layers.ground)
    (True, True)
    """

    STYLE: ClassVar = """.wargame-map { position: relative } .wargame-map svg { width: 100%; height: auto }
.wargame-map > * + * { position: absolute; inset: 0; pointer-events: none }
.wargame-map [data-piece] { pointer-events: auto }"""
    """The style sheet that lays the layers over each other and lets clicks beside pieces through to the spaces."""
    CLICKED: ClassVar = """({ target }) => {
  const { piece, space } = target.closest?.("[data-piece], [data-space]")?.dataset ?? {};
  return piece ?? space ?? "";
}"""
    """JavaScript: a function that gives the id which an event of a click is on, for `SeatScreen.click`."""
    WIDGET: ClassVar = f"""const clicked = {CLICKED};
export default {{ render({{ model, el }}) {{
  el.classList.add("wargame-map");
  for (const name of ["ground", "pieces"]) {{
    const layer = el.appendChild(document.createElement("div"));
    const show = () => (layer.innerHTML = model.get(name));
    model.on("change:" + name, show);
    show();
  }}
  el.onclick = (event) => model.send(clicked(event));
}} }};"""
    """JavaScript: the module of an anywidget with the traits ``ground`` and ``pieces``; it sends the id clicked on."""

    def __init__(self, screen: SeatScreen) -> None:
        """The map of a screen. Raises nothing where a game has no picture: both layers are empty then."""
        self.screen = screen
        self._ground: tuple[Sheet | None, str] = (None, "")

    @property
    def ground(self) -> str:
        """The printed sheet with its spaces to click on; another one while another game is played inside."""
        if self._ground[0] is not self.screen.sheet:
            self._ground = self.screen.sheet, self._drawn("sheet", "spaces", highlight=())
        return self._ground[1]

    @property
    def pieces(self) -> str:
        """The pieces, and above them what is lit up (`SeatScreen.lit`)."""
        return self._drawn("pieces", "overlays", highlight=self.screen.lit)

    def _drawn(self, *layers: str, highlight: object) -> str:
        return self.screen.look(
            lambda view: pictures_of(view).svg(view, layers=layers, ids=layers[0], highlight=highlight) or ""
        )
