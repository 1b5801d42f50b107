# Two commands do it all on a fresh machine with Python 3.11, make and git: `make demo` and `make test`.
PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV := .venv
RUN := $(VENV)/bin/python
TESTS ?= tests

.PHONY: demo test lint lock clean

demo: $(VENV)/core.done
	$(VENV)/bin/archivist demo

test: $(VENV)/dev.done
	$(RUN) -m pytest -n 2 $(TESTS)

lint: $(VENV)/dev.done
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/ruff check .
	$(VENV)/bin/mypy

$(VENV)/bin/python:
	@echo "making the virtual environment in $(VENV)"
	@$(PYTHON) -c "import sys; sys.exit(sys.version_info < (3, 11))" || { echo "needs Python 3.11 or newer: make PYTHON=..."; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/core.done: locks/core.txt pyproject.toml | $(VENV)/bin/python
	@echo "installing archivist with its locked dependencies"
	$(RUN) -m pip install --quiet --require-hashes -r locks/core.txt
	$(RUN) -m pip install --quiet --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/dev.done: locks/dev.txt pyproject.toml | $(VENV)/core.done
	@echo "installing what the tests need"
	$(RUN) -m pip install --quiet --require-hashes -r locks/dev.txt
	@touch $@

lock: ## after a change of dependencies in pyproject.toml; needs uv
	uv pip compile --quiet --universal --generate-hashes --no-header --no-annotate --python-version 3.11 \
	  --group build --output-file locks/core.txt pyproject.toml
	uv pip compile --quiet --universal --generate-hashes --no-header --no-annotate --python-version 3.11 \
	  --group dev --group build --extra all --output-file locks/dev.txt pyproject.toml

clean:
	rm -rf $(VENV)
