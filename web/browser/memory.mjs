// node memory.mjs RUNTIME TOOL NAME: RUNTIME/NAME, packed: the memory of a browser that has what TOOL/modules.json names.
// TOOL holds what lies beside Python's library. That library becomes one of compiled modules.

import { readdir, readFile, writeFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";

const [runtime, tool] = process.argv.slice(2, 4).map((path) => resolve(path));
const target = join(runtime, process.argv[4]);
const library = "/lib/python3.14/site-packages";
const { loadPyodide } = await import(pathToFileURL(join(runtime, "pyodide.mjs")));
const { options } = await import(pathToFileURL(resolve("generator/web/static/js/site/tool.js")));
const files = (await readdir(tool, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
const paths = files.map((entry) => relative(tool, join(entry.parentPath ?? entry.path, entry.name)));
const places = paths.filter((path) => path.endsWith(".so")).sort().map((path) => [path, relative(runtime, join(tool, path))]);

async function begun(more) {
  const python = await loadPyodide({ indexURL: `${runtime}/`, ...options(Object.fromEntries(places)), ...more });
  for (const path of paths) {
    python.FS.mkdirTree(join(library, path, ".."));
    python.FS.writeFile(join(library, path), new Uint8Array(await readFile(join(tool, path))));
  }
  python.globals.set("library", library);
  return python;
}

const first = await begun({});
first.FS.writeFile("/standard.zip", new Uint8Array(await readFile(join(runtime, "python_stdlib.zip"))));
// A fault is named by its last line alone: where each instruction stands in its source is left out.
first.runPython(`
import ast, importlib._bootstrap_external as loading, zipfile
from importlib.util import source_hash
from pathlib import Path
from types import CodeType

DOCUMENTED = ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef
SPOKEN = library + "/generator/", "_pyodide", "pyodide" # what stands in their docstrings is shown, or read

def bare(code):
    units = len(code.co_code) // 2
    nowhere = b"\\xff" * (units // 8) + bytes([0xF8 | units % 8 - 1] if units % 8 else [])
    return code.replace(co_linetable=nowhere, co_consts=tuple(bare(one) if isinstance(one, CodeType) else one for one in code.co_consts))

def compiled(source, name):
    tree = ast.parse(source)
    for node in [] if name.startswith(SPOKEN) else ast.walk(tree):
        if isinstance(node, DOCUMENTED) and ast.get_docstring(node, clean=False) is not None:
            node.body[0].value.value = ""
    code = compile(tree, name, "exec", dont_inherit=True, optimize=0)
    return bytes(loading._code_to_hash_pyc(bare(code), source_hash(source), False))

with zipfile.ZipFile("/standard.zip") as sources, zipfile.ZipFile("/compiled.zip", "w", zipfile.ZIP_DEFLATED) as target:
    for name in sorted(one for one in sources.namelist() if not one.endswith("/")):
        content = sources.read(name)
        if name.endswith(".py"):
            content, name = compiled(content, name), name + "c"
        target.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), content, zipfile.ZIP_DEFLATED)
for path in Path(library).rglob("*.py"):
    Path("/compiled", path.relative_to(library)).with_suffix(".pyc").parent.mkdir(parents=True, exist_ok=True)
    Path("/compiled", path.relative_to(library)).with_suffix(".pyc").write_bytes(compiled(path.read_bytes(), str(path)))
`);
await writeFile(join(runtime, "python_stdlib.zip"), first.FS.readFile("/compiled.zip"));

const python = await begun({ _makeSnapshot: true, env: { PYTHONHASHSEED: "0" } });
for (const path of paths.filter((one) => one.endsWith(".py") && !one.startsWith("anyio/"))) { // which reads its own source
  python.FS.writeFile(join(library, `${path}c`), first.FS.readFile(join("/compiled", `${path}c`)));
  python.FS.unlink(join(library, path));
}
python.runPython(`
import gc, importlib, json
from pathlib import Path

importlib.invalidate_caches()
wanted = json.loads(Path(library, "modules.json").read_text())
for name in wanted["modules"]:
    try:
        importlib.import_module(name)
    except ImportError:
        pass # browsers lack it, and do without
import codecs
for name in "pdfdoc", "extpdfdoc": # reportlab's own; each would be looked for among the modules once
    codecs.lookup(name)
from generator.web.answering import page_templates
from generator.web.speech import speaker, tongues
for name in wanted["pages"]:
    page_templates().get_template(name)
for name in tongues():
    speaker(name)
for name in [*globals()]:
    if not name.startswith("__") and name != "gc":
        del globals()[name]
gc.collect()
`);
await writeFile(target, gzipSync(python.makeMemorySnapshot(), { level: 9 }));
