# Thin wrappers over nox: `.venv/bin/nox --list` shows every task.
PYTHON ?= python3
NOX := .venv/bin/nox

.PHONY: run test demo generate

run: $(NOX)
	@$(NOX) --no-error-on-missing-interpreters -s run -- $(ARGS)

test: $(NOX)
	@$(NOX) $(ARGS)

demo: $(NOX)
	@$(NOX) -s demo -- $(ARGS)

generate: $(NOX)
	@$(NOX) -s generate

$(NOX): constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or newer is needed: make PYTHON=python3.11 …" if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv .venv
	.venv/bin/python -m pip install -q --disable-pip-version-check -c constraints.txt nox uv
	@touch $(NOX)
