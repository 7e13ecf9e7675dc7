# `make` alone lists the targets. `make run` and `make test` need nothing but Rust, Node.js, make
# and, for what is missing, apt.

SHELL := /bin/bash
.DEFAULT_GOAL := help
.PHONY: help run test dev check bench dist dist-check gen judge-model soak audit

WEB_SOURCES := $(shell find web -path web/node_modules -prune -o -path web/dist -prune -o -type f -print 2>/dev/null)

help:
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{ printf "  make %-11s %s\n", $$1, $$2 }'

run: ## Build Earshot and start it at http://localhost:8080
	@tools/setup run
	@[ -e web/dist/index.html ] || echo "Building the web app: about a minute the first time."
	@$(MAKE) --no-print-directory web/dist/index.html
	@[ -e target/debug/earshot ] || echo "Compiling the server: about 4 minutes on two cores the first time, seconds from then on."
	cargo build --locked --package earshot --bin earshot
	@exec target/debug/earshot serve

test: ## Check everything: format, lints, types, both databases, a real browser
	@tools/test

dev: ## Run with hot reload: the web at http://localhost:5173, the server rebuilt when it changes
	@tools/setup run
	@$(MAKE) --no-print-directory web/dist/index.html
	@exec node tools/dev.mjs

check: ## The quick checks, in under a minute
	@tools/setup run
	@$(MAKE) --no-print-directory web/node_modules/.installed e2e/node_modules/.installed
	cargo fmt --check
	cargo clippy --locked --workspace --all-targets -- -D warnings
	cargo xtask tidy
	cd web && npm run --silent check
	cd e2e && npm run --silent check

bench: ## Measure: goal, value, peer, met or missed
	@tools/setup test
	@$(MAKE) --no-print-directory web/dist/index.html e2e/node_modules/.installed
	@tools/with-postgres cargo bench --locked --package earshot --bench figures -- $(FIGURES)
	@[ -n "$(FIGURES)" ] || cargo bench --locked --package percolator --bench figures
	@[ -n "$(FIGURES)" ] || cargo xtask judge

dist: ## What to ship, into dist: archive, list of parts, checksums (about 15 minutes on two cores)
	@tools/setup run
	@$(MAKE) --no-print-directory web/dist/index.html
	@tools/dist

dist-check: ## Try what `make dist` made in a clean Debian, as root
	@tools/dist-check

gen: ## Write the generated files anew, the pictures of the public site among them
	@tools/setup test
	@$(MAKE) --no-print-directory web/node_modules/.installed e2e/node_modules/.installed
	cargo build --locked --package earshot --bin earshot
	target/debug/earshot openapi > openapi.json
	target/debug/earshot config --markdown > docs/configuration.md
	target/debug/earshot config --sample > .env.sample
	target/debug/earshot config --product > web/src/testing/product-facts.json
	cd web && npm run --silent gen
	@$(MAKE) --no-print-directory web/dist/index.html
	cargo build --locked --package earshot --bin earshot
	cd e2e && npm run --silent pictures

judge-model: ## Drafts and readings by a real model, on a page (JUDGE_URL=… JUDGE_MODEL=… JUDGE_KEY=… JUDGE_DRAFTS=30)
	@tools/setup run
	@$(MAKE) --no-print-directory web/dist/index.html
	cargo build --locked --package earshot --bin earshot
	@JUDGE_URL='$(JUDGE_URL)' JUDGE_MODEL='$(JUDGE_MODEL)' JUDGE_KEY='$(or $(JUDGE_KEY),none)' \
		JUDGE_DRAFTS='$(or $(JUDGE_DRAFTS),30)' JUDGE_PARTS='$(JUDGE_PARTS)' node tools/judge-model/main.mjs

soak: ## The fault matrix, then kill, pause and crash processes again and again (MINUTES=20)
	@tools/setup soak
	@tools/soak $(MINUTES)

audit: ## Licences and sources of all dependencies
	@tools/setup run
	@tools/audit

# Packages are installed again when the lock file changes; the mark is newer than what it stands for.
%/node_modules/.installed: %/package-lock.json
	cd $* && npm ci --no-audit --no-fund
	@touch $@

web/dist/index.html: web/node_modules/.installed $(filter-out web/src/%.test.ts web/src/%.test.tsx,$(WEB_SOURCES))
	cd web && npm run --silent build
	@touch $@
