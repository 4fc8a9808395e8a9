#!/bin/sh
# runtime.sh PYTHON DIR: the runtime of the tool in a browser, from the installed packages and the wheels of constraints.txt, into DIR.
set -eu
python=$1
out=$2
here=$(dirname "$0")
rm -rf "$out" && mkdir -p "$out"
for name in pyodide.mjs pyodide.asm.mjs pyodide.asm.wasm python_stdlib.zip pyodide-lock.json; do
    cp "$here/node_modules/pyodide/$name" "$out/"
done
grep -E '^(msgspec|uharfbuzz)==' "$here/../../constraints.txt" > "$out/wheels.txt"
"$python" -m pip --disable-pip-version-check download --quiet --no-deps --only-binary :all: --platform pyemscripten_2026_0_wasm32 \
    --python-version 314 --implementation cp --abi cp314 --abi abi3 --abi none --dest "$out" --requirement "$out/wheels.txt" 2>/dev/null
rm "$out/wheels.txt"
# What a browser would read and import each time is taken up from this memory, made for this very code. Other code is imported.
name=$("$python" -c 'import sys; from pathlib import Path; from generator.web.site.carried import lay_out; print(lay_out(*map(Path, sys.argv[1:])))' "$out" "$out/tool")
"$python" "$here/modules.py" "$out/tool/modules.json"
node "$here/memory.mjs" "$out" "$out/tool" "$name"
rm -r "$out/tool"
