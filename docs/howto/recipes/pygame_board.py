"""Any game in a window, drawn from data alone: python pygame_board.py GAME [SEAT [BOT]]."""

import sys
from math import dist

import pygame

import wargame_core

MAP, SIDE, HEIGHT = 1000, 400, 800
seat = wargame_core.SeatScreen.against_bots(wargame_core.load(sys.argv[1]).start(), *sys.argv[2:])
pygame.init()
window, font = pygame.display.set_mode((MAP + SIDE, HEIGHT)), pygame.font.Font(None, 18)
buttons, centres = [], {}  # rectangles with what a click on them does, and where the spaces are


def write(text, at, ground="white", *does):
    box = window.blit(font.render(text, True, "black", ground, SIDE), at)
    buttons.extend([(box, *does)] if does else [])
    return box.bottom + 2


def draw(first):
    window.fill("white")
    buttons.clear()
    sheet, lit, color = seat.sheet, seat.lit_spaces, {(line.of, line.kind): line.color for line in seat.sheet.legend}
    scale = min(MAP / sheet.size[0], HEIGHT / sheet.size[1])
    for space in sorted(sheet.spaces, key=lambda space: space.id in lit):
        x, y = centres[space.id] = space.at[0] * scale, space.at[1] * scale
        shape = [(x + dx * scale, y + dy * scale) for dx, dy in sheet.outlines[space.outline]]
        pygame.draw.polygon(window, color.get(("terrain", space.terrain), "white"), shape)
        pygame.draw.polygon(window, "red" if space.id in lit else "gray", shape, 3 if space.id in lit else 1)
    for edge in sheet.edges:
        pygame.draw.line(window, color["edge", edge.kind], *[(x * scale, y * scale) for x, y in edge.line], 4)
    for way in sheet.ways:
        pygame.draw.lines(window, color["way", way.kind], False, [centres[space] for space in way.spaces], 2)
    for piece in seat.update["pieces"]:
        x, y = centres[piece["at"]]
        text = f"{piece['name']} {'/'.join(f'{now[0]:g}' for now in piece.get('values', {}).values())}"
        ground = "lightblue" if piece.get("side") == sheet.sides[0].seat else "pink"
        write(text, (x - 12, y - 6 + 9 * piece.get("order", 0)), ground, seat.click, piece["id"])
    rows, y = [(button.label, "yellow", button.press) for button in seat.buttons[first : first + 25]], 4
    for text, *button in [(seat.prompt,), (seat.said,), *rows, *zip(seat.news[-9:]), *zip(seat.panels)]:
        y = write(text, (MAP + 4, y), *button)
    pygame.display.flip()


first, event = 0, pygame.event.Event(pygame.USEREVENT)
while event.type != pygame.QUIT:
    if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
        near = min(seat.sheet.spaces, key=lambda space: dist(centres[space.id], event.pos)).id
        act, *thing = next((does for box, *does in buttons[::-1] if box.collidepoint(event.pos)), (seat.click, near))
        act(*thing)
    first = max(0, first - event.y) if event.type == pygame.MOUSEWHEEL else first
    seat.refresh()
    draw(first)
    event = pygame.event.wait(200)
