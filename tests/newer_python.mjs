// Runs openings.py on a Python that is compiled for browsers: node newer_python.mjs PYODIDE WHEELS OPENINGS. Prints the
// version and the openings as JSON. Warnings are errors from when Python has started: its own start is not our business.

import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [pyodideFolder, wheels, openings] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(join(pyodideFolder, "pyodide.mjs")).href);
const pyodide = await loadPyodide({ indexURL: pyodideFolder });
for (const name of readdirSync(wheels)) pyodide.unpackArchive(new Uint8Array(readFileSync(join(wheels, name))), "wheel");
pyodide.FS.writeFile("openings.py", readFileSync(openings, "utf-8"));
const text = pyodide.runPython(`
import json, os, sys, warnings
warnings.simplefilter("error")
os.urandom = bytes  # no seed and no salt by chance
from openings import openings
json.dumps({"python": sys.version_info[:2], "openings": dict(openings())})
`);
process.stdout.write(text);
