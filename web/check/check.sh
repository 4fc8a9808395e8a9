#!/bin/sh
# Types and slips of the workshop's scripts. What is bundled from npm has types of its own, and is left out.
set -eu
cd "$(dirname "$0")/../.."
wrong=$(web/check/node_modules/.bin/tsc --pretty false --project web/check | grep -v '/static/vendor/\|^ ' || true)
[ -z "$wrong" ] || { echo "$wrong"; exit 1; }
web/check/node_modules/.bin/biome lint --config-path=web/check --error-on-warnings generator/web/static/js tests/web/js
