"""A table in the browser for every game of wargame_core.

`session` plays a game with people who sit at screens and knows no transport; the modules of `client` are what they
see; `server` joins the two by web sockets and keeps every table in a database.
"""
