"""A club's own site in FastAPI, with the tables under /play: uvicorn club_server:server."""

from fastapi import FastAPI

import wargame_table

server = FastAPI()
server.mount("/play", wargame_table.app("club.sqlite", names=["club.example.org"]))


@server.get("/members")
def members() -> list[str]:
    """Whatever else the site has."""
    return ["Ann", "Bob"]
