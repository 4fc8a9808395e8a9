#!/bin/sh
# types.sh MYPY: check all types. The code of each game is the package `play`, so each has a run of its own.
set -eu
"$1"
for game in data/*/; do
    [ ! -d "$game/play" ] || MYPYPATH="$game:$game/tests" "$1" "${game%/}"
done
