# Riverbot's errands. Each sets up what it needs in .venv, and a second run finds it done.
#   make play    a table in the browser, with nothing to configure
#   make run     every platform that .env has a token for, with the web room beside it
#   make test    the linters, then every test
#   make check   the linters alone
#   make lock    write both lock files anew (make lock LOCK_FLAGS=--upgrade takes newer releases)
# Another Python: make test PYTHON=/path/to/python

SHELL := /bin/bash
.DEFAULT_GOAL := play
.PHONY: play run test check lock

IN_RANGE := import sys, venv, ensurepip; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))
CANDIDATES := $(or $(PYTHON),python3.13 python3.12 python3.11 python3)
PIP := .venv/bin/python -m pip --disable-pip-version-check install --quiet
INSTALL_SELF := $(PIP) --no-deps --no-build-isolation --editable .
COMPILE := .venv/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header \
	--no-annotate --no-emit-index-url --no-emit-find-links $(LOCK_FLAGS)

# A .venv whose Python is gone or out of range is made again.
ifeq ($(shell .venv/bin/python -c '$(IN_RANGE)' 2>/dev/null && echo runs),)
.PHONY: .venv/pyvenv.cfg
endif

play: .venv/runtime-stamp
	.venv/bin/riverbot play

run: .venv/runtime-stamp
	.venv/bin/riverbot run

test: check
	.venv/bin/python -m pytest -n 2 --dist worksteal

check: .venv/dev-stamp
	.venv/bin/ruff check .
	.venv/bin/ruff format --check .
	.venv/bin/mypy
	.venv/bin/lint-imports

lock: .venv/dev-stamp
	$(COMPILE) pyproject.toml --group build --output-file requirements.lock
	$(COMPILE) pyproject.toml --group dev --constraints requirements.lock --output-file requirements-dev.lock
	@! grep -nE '://|^(-i|-f|--[a-z-]*(index|find))|(^|[ @=])/' requirements.lock requirements-dev.lock

# The first Python of the list that really runs (a shim may only pretend to), is in range and can make a venv.
.venv/pyvenv.cfg:
	@for python in $(CANDIDATES); do \
		if "$$python" -c '$(IN_RANGE)' 2>/dev/null; then \
			echo "Setting up .venv with $$("$$python" --version)"; \
			exec "$$python" -m venv --clear .venv; \
		fi; \
	done; \
	echo "Riverbot needs Python 3.11, 3.12 or 3.13 with its venv module; none of these is one: $(CANDIDATES)" >&2; \
	echo "On Debian or Ubuntu: apt-get install python3-venv. Or: make $(or $(MAKECMDGOALS),play) PYTHON=/path/to/python" >&2; \
	exit 1

.venv/runtime-stamp: .venv/pyvenv.cfg requirements.lock pyproject.toml
	$(PIP) --require-hashes -r requirements.lock
	$(INSTALL_SELF)
	@touch $@

# The larger lock holds the smaller one, at the same versions.
.venv/dev-stamp: .venv/pyvenv.cfg requirements.lock requirements-dev.lock pyproject.toml
	$(PIP) --require-hashes -r requirements-dev.lock
	$(INSTALL_SELF)
	@touch .venv/runtime-stamp $@
