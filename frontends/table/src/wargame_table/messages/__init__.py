"""What screens say to a table and a table says to screens: its messages, their schema, what a seat is shown."""
