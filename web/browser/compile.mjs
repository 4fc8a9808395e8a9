// node compile.mjs RUNTIME TOOL.ZIP: RUNTIME/compiled.zip, the tool's modules as this very Python reads them fastest, each by the digest of its source.

import { readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [runtime, tool] = process.argv.slice(2).map((path) => resolve(path));
const { loadPyodide } = await import(pathToFileURL(join(runtime, "pyodide.mjs")));
const python = await loadPyodide();
python.FS.writeFile("/tool.zip", new Uint8Array(await readFile(tool)));
python.runPython(`
import importlib._bootstrap_external as loading, zipfile
from hashlib import sha256
from importlib.util import source_hash

with zipfile.ZipFile("/tool.zip") as sources, zipfile.ZipFile("/compiled.zip", "w", zipfile.ZIP_DEFLATED) as target:
    done = set()
    for name in sorted(sources.namelist()):
        source = sources.read(name)
        digest = sha256(source).hexdigest()
        if name.endswith(".py") and digest not in done:
            done.add(digest)
            code = compile(source, name, "exec", dont_inherit=True, optimize=0)
            compiled = loading._code_to_hash_pyc(code, source_hash(source), False)
            target.writestr(zipfile.ZipInfo(digest, (1980, 1, 1, 0, 0, 0)), bytes(compiled), zipfile.ZIP_DEFLATED)
`);
await writeFile(join(runtime, "compiled.zip"), python.FS.readFile("/compiled.zip"));
