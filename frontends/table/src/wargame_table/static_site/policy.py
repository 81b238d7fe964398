"""What the pages may load, for the pages themselves and for hosts that read a file of headers."""

from __future__ import annotations

from typing import Final

POLICY: Final = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; "
    "style-src 'self'; img-src 'self' blob: data:; manifest-src 'self'; base-uri 'none'; form-action 'none'"
)
"""No script but files of the site. ``wasm-unsafe-eval`` lets Python's WebAssembly be compiled; no text is evaluated."""
_MORE: Final = "; frame-ancestors 'self'"

HEADERS_FILE: Final = "".join(
    f"/{path}\n  Content-Security-Policy: {POLICY}{_MORE}\n"
    "  X-Content-Type-Options: nosniff\n  Referrer-Policy: no-referrer\n"
    for path in ("", "index.html", "table.html", "static/*", "client/*", "pyodide/*")
)
HTACCESS: Final = f"""\
AddType text/javascript .mjs
AddType application/wasm .wasm
AddType application/manifest+json .webmanifest
<IfModule mod_headers.c>
  <If "%{{REQUEST_URI}} !~ m#/docs/#">
    Header set Content-Security-Policy "{POLICY}{_MORE}"
  </If>
  Header set X-Content-Type-Options nosniff
  Header set Referrer-Policy no-referrer
</IfModule>
"""
