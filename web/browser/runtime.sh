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
# What a browser would read from source each time is compiled here, by the Python of browsers. Other versions of it go as source.
"$python" -c 'import sys; from pathlib import Path; from generator.web.site.carried import every_source; Path(sys.argv[1]).write_bytes(every_source())' "$out/tool.zip"
node "$here/compile.mjs" "$out" "$out/tool.zip"
rm "$out/tool.zip"
