"""Every game as an environment of the usual learning libraries; each adapter needs only its own extra."""
