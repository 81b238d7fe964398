"""A game or variant that begins: the files of a new distribution, made of templates, a grid or a module of VASSAL."""
