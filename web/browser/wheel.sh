#!/bin/sh
# wheel.sh PYTHON RUNTIME DIR: the wheel pnp-generator-browser of a runtime, into DIR. The same runtime gives the same bytes.
set -eu
python=$1
runtime=$2
out=$3
here=$(dirname "$0")
build=build/browser-wheel
rm -rf "$build" && mkdir -p "$build"
cp -r "$here/wheel/." "$build/"
cp -r "$runtime" "$build/pnp_generator_browser/runtime"
version=$(sed -n 's/.*"pyodide": "\([0-9.]*\)".*/\1/p' "$here/package.json")
sed -i "s/^version = .*/version = \"$version\"/" "$build/pyproject.toml"
SOURCE_DATE_EPOCH=315532800 "$python" -m pip --disable-pip-version-check --quiet wheel --no-deps --wheel-dir "$out" "./$build"
