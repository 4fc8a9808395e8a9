#!/bin/sh
# bundle.sh DIR: the editor's one bundle and the workshop's fonts, from the installed packages into DIR.
set -eu
out=$(mkdir -p "$1" && cd "$1" && pwd)
cd "$(dirname "$0")"
node_modules/.bin/esbuild entry.js --bundle --format=esm --target=es2022 --minify --legal-comments=none --log-level=error \
    --outfile="$out/codemirror.js"
mkdir -p "$out/fonts"
for font in barlow-latin-500-normal barlow-latin-700-normal barlow-latin-500-italic eb-garamond-latin-500-normal; do
    cp "node_modules/@fontsource/${font%%-latin*}/files/$font.woff2" "$out/fonts/"
done
for family in barlow eb-garamond; do
    cp "node_modules/@fontsource/$family/LICENSE" "$out/fonts/$family-LICENSE"
done
{
    echo "codemirror.js is bundled from these packages, each under the MIT licence that follows."
    for package in node_modules/@codemirror/* node_modules/@lezer/* node_modules/@marijn/* node_modules/crelt node_modules/style-mod \
        node_modules/w3c-keyname; do
        printf '\n%s\n\n' "${package#node_modules/}"
        cat "$package/LICENSE"
    done
} > "$out/codemirror-LICENSES"
