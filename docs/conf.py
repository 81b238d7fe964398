"""How Sphinx makes a site of these pages, after `build.py` has laid them out: `python3 run.py docs --out folder`."""

from __future__ import annotations

project = "wargame_core"
author = "the authors of wargame_core"
copyright = "the authors of wargame_core; names and numbers of the games belong to their owners"  # noqa: A001
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.autosummary", "sphinx.ext.napoleon"]
exclude_patterns = ["conftest.py"]
templates_path = ["_templates"]
html_theme = "furo"
html_title = "wargame_core"
html_show_sourcelink = False
html_copy_source = False
default_role = "code"
nitpicky = False
myst_heading_anchors = 4
autodoc_typehints = "signature"
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 100
autodoc_member_order = "bysource"
autosummary_generate = True
napoleon_use_ivar = True
