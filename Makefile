# Every verb in a line: `make help`. The first run makes .venv; stamp files keep later ones quick.
SHELL := /bin/sh
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
CORE := $(VENV)/.core-installed
DEV := $(VENV)/.dev-installed
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
INPUTS := pyproject.toml constraints.txt
NODE := .node/.yaml-language-server-1.25.0
PACKAGES := web/bundle/node_modules/.package-lock.json
CHECKERS := web/check/node_modules/.package-lock.json
RUNTIME := .node/runtime/pyodide.mjs

.DEFAULT_GOAL := help
.PHONY: help sheets box site runtime browser-wheel test everything promise serve fuzz load check types all-but-types format bench docs docs-site pictures node scripts bundle wheel-plain single-file clean

help: ## list the verbs
	@grep -E '^[a-z-]+:.*## ' Makefile | sed -E 's/^([a-z-]+):.*## /\1\t/' | expand -t 14

sheets: $(CORE) ## check the data and print every sheet of every game into output/
	@$(BIN)/pnp render --lang all --blanks --whole
	@printf '%s\n' '' 'To play, print the box of one game, in one file with a cover; for four, then in French and colour with backs:' \
		'  $(BIN)/pnp render tricks-or-treats --players 4' \
		'  $(BIN)/pnp render tricks-or-treats --players 4 --lang fr --ink colour --backs long'

box: $(CORE) ## print the box of one game: make box GAME=collectors PLAYERS=2
	@$(BIN)/pnp render $(or $(GAME),tricks-or-treats) --players $(or $(PLAYERS),4)

site: $(CORE) ## make the site of the games, for any web host, into output/site; with the forge where npm is
	@if command -v npm >/dev/null; then $(MAKE) -s runtime && $(BIN)/pnp site --runtime .node/runtime; else $(BIN)/pnp site; fi

test: $(DEV) ## run the tests but the slow ones (two minutes)
	@$(BIN)/python -m pytest -m 'not slow and not rare'

everything: $(DEV) ## run the slow tests too, one case in eight, but not the rare ones (what .ci/run does)
	@export PNP_CASES=$${PNP_CASES:-8}; \
		$(BIN)/python -m pytest -m 'not rare' || $(BIN)/python -m pytest -m 'not rare' --last-failed --last-failed-no-failures none -n 0 # browsers of a busy machine: once more, alone

promise: $(DEV) ## run all cases of the slow and the rare tests, and try what check passes, what a change does and all made-up values thousands of times (hours)
	@PNP_TRIES=$${PNP_TRIES:-50} PNP_MUTANTS=$${PNP_MUTANTS:-2000} PNP_EDITS=$${PNP_EDITS:-1000} PNP_FACES=$${PNP_FACES:-all} PNP_CACHED=$${PNP_CACHED:-2000} \
		$(BIN)/python -m pytest -m 'slow or rare or tried or hypothesis'

serve: $(CORE) ## show the games in a browser
	@$(BIN)/pnp serve

fuzz: $(DEV) ## send 20,000 made-up requests to the workshop: no fault, no file read outside, no process left
	@PNP_REQUESTS=$${PNP_REQUESTS:-20000} $(BIN)/python -m pytest -n 0 tests/web/test_request_fuzz.py

load: $(DEV) ## 50 browsers before the workshop for a minute: answers, failures, how long a face takes
	@$(BIN)/python bench/load.py

check: $(DEV) ## format, lint, types, data, docs; never writes
	@$(MAKE) --no-print-directory -j2 types all-but-types

types: $(DEV)
	@sh .ci/types.sh $(BIN)/mypy

all-but-types: $(DEV)
	@$(BIN)/ruff format --check generator tests data bench docs conftest.py
	@$(BIN)/ruff check generator tests data bench docs conftest.py
	@$(BIN)/pnp check --strict
	@$(BIN)/python docs/make_docs.py --check

format: $(DEV) ## put the code into shape
	@$(BIN)/ruff format generator tests data bench docs conftest.py
	@$(BIN)/ruff check --fix-only generator tests data bench docs conftest.py

bench: $(DEV) ## time, memory and size as ratios against bare reportlab
	@$(BIN)/python bench/run.py

docs: $(DEV) ## regenerate the parts of the docs that are made from code
	@$(BIN)/python docs/make_docs.py

docs-site: $(CORE) ## make the manual as a site with a search, for any web host, into output/manual
	@$(PIP) install --constraint constraints.txt --editable '.[docs]'
	@$(BIN)/zensical build --strict --clean
	@echo 'to look at it: python3 -m http.server --directory output/manual'

pictures: $(DEV) ## make the pictures of the README, the tutorial and the cookbook again
	@$(BIN)/python docs/make_pictures.py

node: $(NODE) $(PACKAGES) $(RUNTIME) ## install with npm what some tests need: the YAML language server of editors, the packages of the bundle, the runtime of sites

scripts: $(CHECKERS) ## look at the workshop's scripts: their types, and slips; never writes
	@sh web/check/check.sh

runtime: $(RUNTIME) ## put together what sites run the tool by in browsers, for pnp site --runtime .node/runtime

browser-wheel: $(RUNTIME) ## make the wheel pnp-generator-browser, with which pnp site needs no --runtime, into dist/
	@sh web/browser/wheel.sh $(BIN)/python .node/runtime dist

bundle: $(PACKAGES) ## build again what the workshop has from npm: its editor and its fonts
	@sh web/bundle/bundle.sh generator/web/static/vendor

wheel-plain: $(CORE) ## make a wheel without the three games, into dist/plain
	@rm -rf build/plain && mkdir -p build/plain/data
	@git archive HEAD | tar -x -C build/plain
	@cd build/plain && rm -rf data/*/ $$(ls -d templates/*/ | grep -v common)
	@$(PIP) wheel --no-deps --wheel-dir dist/plain ./build/plain

single-file: $(CORE) ## make pnp as one file that needs no Python, dist/pnp, for the system that this is run on
	@rm -rf build/single && $(PYTHON) -m venv build/single
	@build/single/bin/python -m pip --disable-pip-version-check --quiet install -c constraints.txt pyinstaller packaging .
	@build/single/bin/python .ci/single_file.py

clean: ## remove what was made
	rm -rf $(VENV) .cache .node web/bundle/node_modules web/browser/node_modules web/check/node_modules output/* .pytest_cache .mypy_cache .ruff_cache .hypothesis build dist *.egg-info
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or newer is needed, not " + sys.version.split()[0]) if sys.version_info < (3, 11) else None'
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); echo 'python3 cannot make a venv: install the package python3-venv and try again' >&2; exit 1; }

$(CORE): $(BIN)/python $(INPUTS)
	@echo 'installing pnp-generator into $(VENV)'
	@$(PIP) install --constraint constraints.txt --editable .
	@touch $@

$(DEV): $(BIN)/python $(INPUTS)
	@echo 'installing pnp-generator and what its tests need into $(VENV)'
	@$(PIP) install --constraint constraints.txt --editable '.[dev]'
	@touch $(CORE) $@

$(NODE):
	@mkdir -p .node
	@npm install --silent --no-audit --no-fund --no-package-lock --prefix .node yaml-language-server@1.25.0
	@touch $@

$(RUNTIME): web/browser/package-lock.json $(wildcard web/browser/*.sh web/browser/*.mjs web/browser/*.py) constraints.txt | $(CORE)
	@npm ci --silent --no-audit --prefix web/browser
	@sh web/browser/runtime.sh $(BIN)/python .node/runtime
	@touch $@

# No lock file: it would name a program for each system, and `npm ci` stops where one of them is not to be had.
$(CHECKERS): web/check/package.json
	@npm install --silent --no-audit --no-fund --no-package-lock --prefix web/check
	@touch $@

$(PACKAGES): web/bundle/package-lock.json
	@npm ci --silent --prefix web/bundle
	@touch $@
