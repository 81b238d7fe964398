"""Tools for authors: imports and exports, tidying, a folder watched in the browser, balance, packs, scaffolds."""
