"""A seat at a table of somebody's server, as a program sees it: its link, what the server says, its view."""
