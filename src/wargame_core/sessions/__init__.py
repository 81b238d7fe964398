"""A person and bots at one match: a session for threads, one for asyncio, and what a front end shows of it."""
