"""What lies on the table beside the map: the sheet with everything printed, and panels of the state of play."""
