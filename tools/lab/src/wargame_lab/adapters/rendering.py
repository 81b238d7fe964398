"""How an environment shows its game: as text, as an array of pixels, on the terminal, or as SVG."""

from __future__ import annotations

from importlib import import_module
from io import BytesIO
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, assert_never, cast, get_args

from wargame_core.errors import MissingExtra, UnknownName, WargameError
from wargame_core.reprs import drawn, in_form
from wargame_lab.adapters.episode import Array, the_numpy

if TYPE_CHECKING:
    from wargame_core import View

RenderMode: TypeAlias = Literal["ansi", "human", "rgb_array", "svg"]
"""The table of a view as text; the same, written to standard output; pixels; the board of a view as SVG."""
RENDER_MODES: tuple[RenderMode, ...] = get_args(RenderMode)
RENDER_FPS = 4
"""The number of decisions that a film shows in a second."""
WIDTH = 960
"""The width of a frame in pixels."""


class Renderer:
    """Shows views in one mode. All arrays of pixels have the size of the first one, whatever is played inside the game.

    Raises `UnknownName` for a mode that is not among `RENDER_MODES`.
    """

    def __init__(self, mode: str | None) -> None:
        if mode is not None and mode not in RENDER_MODES:
            raise UnknownName("render mode", mode, RENDER_MODES)
        self.mode = mode
        self._size: tuple[int, int] | None = None

    def render(self, view: View) -> str | Array | None:
        """The view in the mode; None where ``human`` has written it, and for a game without a picture as SVG.

        Raises `WargameError` without a mode and for pixels of a game without a picture, `MissingExtra` where what draws
        is not installed.
        """
        match self.mode:
            case None:
                raise WargameError(f"this environment was made without a render_mode: {', '.join(RENDER_MODES)}")
            case "ansi":
                return view.text()
            case "human":
                print(view.text(), end="\n\n", flush=True)
                return None
            case "rgb_array":
                return self._pixels(view)
            case "svg":
                return drawn(view, "svg")
            case _:
                assert_never(self.mode)

    def _pixels(self, view: View) -> Array:
        """The board as an array of height, width and 3 colours."""
        png = in_form(view, "png", WIDTH)
        if png is None:
            raise WargameError(f"{view.rules.id} has no picture: render_mode='ansi' shows it as text")
        pillow = _pillow()
        image = pillow.open(BytesIO(png)).convert("RGB")
        size = self._size = self._size or (image.width, image.height + image.height % 2)  # films need even numbers
        image.thumbnail(size)
        frame = pillow.new("RGB", size, "white")
        frame.paste(image, ((size[0] - image.width) // 2, (size[1] - image.height) // 2))
        return cast(Array, the_numpy().asarray(frame).copy())


def _pillow() -> Any:
    """Pillow, which CairoSVG brings. Raises `MissingExtra`."""
    try:
        return import_module("PIL.Image")
    except ImportError:
        raise MissingExtra("Pillow", "png", "wargame-pictures") from None
