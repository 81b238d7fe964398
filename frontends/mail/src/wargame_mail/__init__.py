"""Play by mail without a server: two people exchange letters, and both together decide every die.

The protocol, and what it does and does not promise: docs/reference/mail.md, docs/decisions/fair-dice.md.
"""
