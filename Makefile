# SPDX-License-Identifier: Apache-2.0
# Baton's front door. `make run` and `make test` do their own set-up; `make help` lists the rest.
# Recipes quote every path, so that the checkout, PREFIX and DESTDIR may contain spaces.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-builtin-rules

# A toolchain in PATH wins; otherwise the place where the archive from swift.org is commonly unpacked.
export PATH := $(PATH):/opt/swift/usr/bin
SWIFT ?= swift
JOBS ?= $(shell nproc)

PREFIX ?= /usr/local
DESTDIR ?=
# The user manager looks for units in PREFIX/lib for system prefixes, but in ~/.local/share for a home.
UNITDIR ?= $(shell case "$(PREFIX)/" in ("$(HOME)"/*) echo "$(PREFIX)/share/systemd/user" ;; (*) echo "$(PREFIX)/lib/systemd/user" ;; esac)

# The release build has a folder of its own, so that debug and release do not throw away each other's objects.
RELEASE_BUILD := .build-release
RELEASE_BIN := $(RELEASE_BUILD)/release
TOOLS := batond batonctl baton-sensor baton-keys
# What each flag gives is in docs/release.md. PIE=no saves a quarter of a megabyte of private memory for a fixed address.
RELEASE_FLAGS := -c release --static-swift-stdlib --scratch-path $(RELEASE_BUILD) -j $(JOBS) \
	-Xswiftc -use-ld=lld -Xlinker --gc-sections -Xlinker --icf=safe -Xlinker --no-export-dynamic \
	-Xlinker -z -Xlinker pack-relative-relocs -Xlinker -L"$(CURDIR)/$(RELEASE_BUILD)/static"
ifeq ($(PIE),no)
RELEASE_FLAGS += -Xswiftc -Xclang-linker -Xswiftc -no-pie
endif

SWIFT_DIRS := Package.swift Sources Tests Benchmarks docs
FUZZ_SECONDS ?= 60

.PHONY: help
help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' Makefile

.PHONY: run
run: ## Build the agent and try it here: real players, every event shown, until Ctrl-C
	@.ci/setup build run
	@$(SWIFT) build -j $(JOBS) --product batond
	@$(SWIFT) build -j $(JOBS) --product batonctl
	@$(SWIFT) build -j $(JOBS) --product baton-sensor
	@$(SWIFT) build -j $(JOBS) --product baton-keys
	@docs/try/run.sh "$$($(SWIFT) build --show-bin-path)"

.PHONY: test
test: ## Run all tests; each brings its own bus and players
	@.ci/setup build run test
	$(SWIFT) build -j $(JOBS) --build-tests
	@.ci/simulate "$$($(SWIFT) build --show-bin-path)/baton-simulate" 2000
	@.ci/test "$(SWIFT)"

.PHONY: test-slow
test-slow: ## List the slowest tests of the last `make test`
	@.ci/test --slow

# SEED=n alone plays one world and tells all that happens in it.
.PHONY: simulate
simulate: ## Play WORLDS simulated worlds with the real agent (10000), or the one world of SEED with a trace
	@.ci/setup build
	$(SWIFT) build $(RELEASE_FLAGS) --product baton-simulate
	@if [ -n "$(SEED)" ] && [ -z "$(WORLDS)" ]; then "$(RELEASE_BIN)/baton-simulate" --worlds 1 --seed "$(SEED)" --trace; \
	else .ci/simulate "$(RELEASE_BIN)/baton-simulate" "$(or $(WORLDS),10000)" $(SEED); fi

.PHONY: test-faults
test-faults: ## Kill, stop and take away what batond works with, and check what it promises (FAULT=TEXT runs some, MARKDOWN=FILE writes the table)
	@.ci/setup build run test
	@$(SWIFT) build -j $(JOBS) --build-tests
	@.ci/faults "$(SWIFT)" "$(or $(FAULT),all)" "$(MARKDOWN)"

.PHONY: test-playerctl
test-playerctl: ## Run playerctl's own tests against batond (fetches them: Debian's archive, PyPI)
	@.ci/setup build run playerctl
	$(SWIFT) build -j $(JOBS) --product batond
	@timeout --kill-after=10 900 Tests/compatibility/playerctl/run.sh "$$($(SWIFT) build --show-bin-path)/batond"

.PHONY: test-kernel
test-kernel: ## Boot Debian's kernel in QEMU and shake a virtual accelerometer and press virtual headsets there (KERNEL="NAME..." runs some scenarios)
	@.ci/setup build run kernel
	@for product in batond batonctl baton-sensor baton-keys baton-motion-app baton-fake-player; do $(SWIFT) build -j $(JOBS) --product "$$product"; done
	@Tests/kernel/run.sh "$$($(SWIFT) build --show-bin-path)" $(KERNEL)

.PHONY: build
build: ## Build the release: static Swift runtime, small, stripped
	@.ci/setup build
	@# Binding libstdc++ at each start costs a millisecond. Swift asks for -lstdc++; where only the archive is, it gets that.
	@mkdir -p $(RELEASE_BUILD)/static && ln -sf "$$(clang -print-file-name=libstdc++.a)" $(RELEASE_BUILD)/static/
	$(SWIFT) build $(RELEASE_FLAGS) --product batond
	$(SWIFT) build $(RELEASE_FLAGS) --product batonctl
	$(SWIFT) build $(RELEASE_FLAGS) --product baton-sensor
	$(SWIFT) build $(RELEASE_FLAGS) --product baton-keys
	@for tool in $(TOOLS); do strip -o "$(RELEASE_BUILD)/$$tool" "$(RELEASE_BIN)/$$tool"; done
	@cd $(RELEASE_BUILD) && ls -l $(TOOLS) | awk '{ print "  " $$NF, int($$5 / 1024) " KiB" }'


.PHONY: install
install: ## Install the release below DESTDIR/PREFIX (default /usr/local)
	@for tool in $(TOOLS); do test -x "$(RELEASE_BUILD)/$$tool" || { echo "make install: run 'make build' first" >&2; exit 1; }; done
	@.ci/install "$(DESTDIR)" "$(PREFIX)" "$(UNITDIR)" "$(RELEASE_BUILD)"

.PHONY: uninstall
uninstall: ## Remove what `make install` with the same PREFIX and DESTDIR placed
	@.ci/install --remove "$(DESTDIR)" "$(PREFIX)" "$(UNITDIR)"

.PHONY: bench
bench: build ## Measure a direct call, playerctld and batond side by side; prints one table
	@.ci/setup bench
	$(SWIFT) build $(RELEASE_FLAGS) --product baton-bench
	@"$(RELEASE_BIN)/baton-bench" --batond "$(RELEASE_BUILD)/batond" --batonctl "$(RELEASE_BUILD)/batonctl" $(BENCH)

# The release where it was built, else the debug build; the report says which.
.PHONY: soak
soak: ## Send batond millions of commands for MINUTES (30) while players come and go, and check that it stays as it is
	@.ci/setup bench
	@if [ -x "$(RELEASE_BUILD)/batond" ]; then \
		$(SWIFT) build $(RELEASE_FLAGS) --product baton-bench >&2; \
		bench="$(RELEASE_BIN)/baton-bench" batond="$(RELEASE_BUILD)/batond" kind=release; \
	else \
		for product in batond baton-bench; do $(SWIFT) build -j $(JOBS) --product "$$product" >&2; done; \
		bin=$$($(SWIFT) build --show-bin-path); bench="$$bin/baton-bench" batond="$$bin/batond" kind=debug; \
	fi; \
	"$$bench" soak --batond "$$batond" --build "$$kind" --minutes "$(or $(MINUTES),30)" $(SOAK)

# The folder holds a manifest.json and the recordings it names; JSON=FILE writes the figures as well.
.PHONY: score-shake
score-shake: ## Score the shake recognizer over the labelled recordings in DIR (and write JSON=FILE)
	@test -n "$(DIR)" || { echo "make score-shake: DIR=... is missing: a folder with a manifest.json" >&2; exit 2; }
	@.ci/setup build
	@$(SWIFT) build -c release --scratch-path $(RELEASE_BUILD) -j $(JOBS) --product score-shake >&2
	@"$(RELEASE_BIN)/score-shake" "$(DIR)" $(if $(JSON),"$(JSON)")

.PHONY: lint
lint: ## Check the formatting
	$(SWIFT) format lint --strict --parallel --recursive $(SWIFT_DIRS)

.PHONY: format
format: ## Format the sources in place
	$(SWIFT) format format --in-place --parallel --recursive $(SWIFT_DIRS)

.PHONY: checks
checks: ## Check the rules of the house: imports, libraries, file sizes, licence lines, one thread
	@.ci/setup build run
	@.ci/checks

.PHONY: fuzz
fuzz: ## Run each fuzzer of Tests/Fuzz for FUZZ_SECONDS
	@.ci/setup build
	@.ci/fuzz "$(FUZZ_SECONDS)"

.PHONY: setup
setup: ## Install the Debian packages that are missing (the other targets do it themselves)
	@.ci/setup build run test bench

.PHONY: clean
clean: ## Remove everything that was built
	rm -rf .build .build-*
