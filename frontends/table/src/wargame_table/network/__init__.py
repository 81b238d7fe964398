"""Tables on a network: who is let in, the pages and sockets, the tables that are open, clubs and notices elsewhere."""
