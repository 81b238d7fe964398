"""A library for command lines: printing and ``--json``, errors and exit codes, what options mean, lines at a prompt."""
