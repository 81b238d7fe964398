"""Players of campaigns that know what they are after: they read the briefings, plan, march and fight by the odds."""
