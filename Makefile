# SPDX-License-Identifier: Apache-2.0
# The build and test targets. `make build`, `make install`, `make check` and `make dist` name the packages that are missing, and install none; `make setup`
# installs them. `make run`, `make test` and the other tests name and install what they need. `make help` lists all targets.
# Recipes quote every path, so that the checkout, PREFIX and DESTDIR may contain spaces.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-builtin-rules

# A toolchain in PATH comes first, then the folder where the archive from swift.org is commonly unpacked.
export PATH := $(PATH):/opt/swift/usr/bin
SWIFT ?= swift
JOBS ?= $(shell nproc)

PREFIX ?= /usr/local
DESTDIR ?=
# Where `make install` finds the programs; the Debian package takes them before they are stripped.
INSTALL_FROM ?= $(RELEASE_BUILD)
# The user manager looks for units in PREFIX/lib for a system prefix, and in ~/.local/share for a home folder.
UNITDIR ?= $(shell case "$(PREFIX)/" in ("$(HOME)"/*) echo "$(PREFIX)/share/systemd/user" ;; (*) echo "$(PREFIX)/lib/systemd/user" ;; esac)

# The release build has a folder of its own, so that debug and release builds do not discard each other's objects.
RELEASE_BUILD := .build-release
RELEASE_BIN := $(RELEASE_BUILD)/release
HELPERS := baton-sensor baton-keys baton-audio
TOOLS := batond batonctl $(HELPERS)
# In packages of their own, because of the libraries that they link.
OTHERS := baton-mqtt baton-settings
# docs/release.md has the effect of each flag. PIE=no gives the program a fixed address, and saves a quarter of a megabyte of private memory.
RELEASE_FLAGS := -c release --static-swift-stdlib --scratch-path $(RELEASE_BUILD) -j $(JOBS) --disable-local-rpath \
	-Xswiftc -Xfrontend -Xswiftc -function-sections -Xswiftc -Xfrontend -Xswiftc -internalize-at-link \
	-Xswiftc -disable-dynamic-actor-isolation -Xswiftc -assume-single-threaded -Xswiftc -Xclang-linker -Xswiftc -static-libgcc \
	-Xswiftc -use-ld=lld -Xlinker --gc-sections -Xlinker --icf=all -Xlinker --no-export-dynamic \
	-Xlinker -z -Xlinker pack-relative-relocs -Xlinker --no-eh-frame-hdr -Xlinker -T -Xlinker "$(CURDIR)/.ci/release.ld" \
	-Xlinker --symbol-ordering-file -Xlinker "$(CURDIR)/.ci/release.order" -Xlinker --no-warn-symbol-ordering -Xlinker -L"$(CURDIR)/$(RELEASE_BUILD)/static" \
	-Xswiftc -file-prefix-map -Xswiftc "$(CURDIR)=." -Xcc "-ffile-prefix-map=$(CURDIR)=."
ifeq ($(PIE),no)
RELEASE_FLAGS += -Xswiftc -Xclang-linker -Xswiftc -no-pie
endif
# SwiftPM hands the linker each object file of a library. As members of an archive those that nothing uses stay out, and with them their types.
LINK_WHAT_IS_USED := CCC_OVERRIDE_OPTIONS='\# s/^--start-group$$/--start-lib/ s/^--end-group$$/--end-lib/'

SWIFT_DIRS := Package.swift Sources Tests Benchmarks docs
FUZZ_SECONDS ?= 60

.PHONY: help
help: ## List the targets
	@awk '/^[a-z-]+:.*## / { name[++n] = $$0; sub(/:.*/, "", name[n]); text[n] = $$0; sub(/^.*## /, "", text[n]); if (length(name[n]) > width) width = length(name[n]) } \
		/^\t.*\.ci\/(setup [^-]|verify (--short|.*SUITES))/ { mark[n] = "+" } \
		END { for (i = 1; i <= n; i++) printf "  make %-" width "s %1s %s\n", name[i], mark[i], text[i]; \
			print "+ names the Debian packages that it lacks, then installs them with apt, as root or through sudo; the others install none" }' Makefile

.PHONY: run
run: ## Build the agent and run it with real players; show every event until Ctrl-C
	@.ci/setup build run
	@for product in $(TOOLS); do $(SWIFT) build -j $(JOBS) --product "$$product"; done
	@docs/try/run.sh "$$($(SWIFT) build --show-bin-path)"

.PHONY: test
test: ## Run all tests; each starts its own bus and players
	@.ci/setup build run test
	$(SWIFT) build -j $(JOBS) --build-tests
	@.ci/examples "$$($(SWIFT) build --show-bin-path)"
	@.ci/docs "$$($(SWIFT) build --show-bin-path)" .build-docs
	@.ci/fuzz --compile "$(SWIFT)"
	@.ci/simulate "$$($(SWIFT) build --show-bin-path)/baton-simulate" 500
	@.ci/simulate "$$($(SWIFT) build --show-bin-path)/baton-simulate" 300 1 --evenings
	@$(MAKE) --no-print-directory simulate-households WORLDS=2000
	@.ci/test "$(SWIFT)"

# A suite that is kept is recorded in verified.txt, which is committed with the change. The shell leaves the patterns of SUITES to the table.
.PHONY: verify
verify: ## Run the suites whose inputs have changed since they last passed (SUITES="NAME..." runs these; .ci/suites.toml has them all)
	@.ci/setup build run
	@set -f; SWIFT="$(SWIFT)" JOBS="$(JOBS)" .ci/verify $(SUITES)

.PHONY: verify-short
verify-short: ## Run the suites of at most five minutes that boot no machine, stale or not; .ci/run does after the tests
	@SWIFT="$(SWIFT)" JOBS="$(JOBS)" .ci/verify --short

.PHONY: verify-status
verify-status: ## List the suites whose inputs have changed since they last passed
	@SWIFT="$(SWIFT)" .ci/verify --status

.PHONY: test-slow
test-slow: ## List the slowest tests of the last `make test`
	@.ci/test --slow

# SEED=n alone plays one world and prints everything that happens in it. EVENINGS=yes plays evenings, in which the truth is known.
.PHONY: simulate
simulate: ## Play WORLDS simulated worlds (10000) with the real agent, or the one world of SEED with a trace
	@.ci/setup build
	$(SWIFT) build $(RELEASE_FLAGS) --product baton-simulate
	@if [ -n "$(SEED)" ] && [ -z "$(WORLDS)" ]; then SWIFT_DETERMINISTIC_HASHING=1 "$(RELEASE_BIN)/baton-simulate" --worlds 1 --seed "$(SEED)" $(if $(EVENINGS),--evenings) --trace; \
	else .ci/simulate "$(RELEASE_BIN)/baton-simulate" "$(or $(WORLDS),10000)" "$(or $(SEED),1)" $(if $(EVENINGS),--evenings); fi

.PHONY: simulate-households
simulate-households: ## Play WORLDS simulated households of several machines (20000) with the model of BatonHousehold, or the one of SEED with a trace
	@.ci/setup build
	$(SWIFT) build $(RELEASE_FLAGS) --product baton-simulate-households
	@if [ -n "$(SEED)" ] && [ -z "$(WORLDS)" ]; then "$(RELEASE_BIN)/baton-simulate-households" --worlds 1 --seed "$(SEED)" --trace; \
	else .ci/simulate "$(RELEASE_BIN)/baton-simulate-households" "$(or $(WORLDS),20000)" "$(or $(SEED),1)"; fi

.PHONY: test-faults
test-faults: ## Kill, stop and remove what batond works with, and check its promises (FAULT=TEXT runs some, MARKDOWN=FILE writes the table)
	@.ci/setup build run test
	@$(SWIFT) build -j $(JOBS) --build-tests
	@.ci/faults "$(SWIFT)" "$(or $(FAULT),all)" "$(MARKDOWN)"

.PHONY: test-playerctl
test-playerctl: ## Run playerctl's own tests against batond (fetched from Debian's archive and PyPI)
	@.ci/setup build run playerctl
	$(SWIFT) build -j $(JOBS) --product batond
	@timeout --kill-after=10 900 Tests/compatibility/playerctl/run.sh "$$($(SWIFT) build --show-bin-path)/batond"

.PHONY: test-integrations
test-integrations: ## Run the programs of docs/integrations.md beside Baton and without it, and the examples of docs/machines.md
	@.ci/setup build run integrations
	@for product in batond batonctl baton-audio baton-mqtt; do $(SWIFT) build -j $(JOBS) --product "$$product"; done
	@Tests/integrations/run.sh "$$($(SWIFT) build --show-bin-path)"

.PHONY: test-machines
test-machines: ## Have three machines in network namespaces pause each other through a broker, and break what is between them (root)
	@.ci/setup build run machines
	@for product in batond batonctl baton-audio baton-mqtt; do $(SWIFT) build -j $(JOBS) --product "$$product"; done
	@Tests/household/run.sh "$$($(SWIFT) build --show-bin-path)"

.PHONY: test-homeassistant
test-homeassistant: ## Show a machine in a real Home Assistant, command it from there, and restart each part (fetches Home Assistant once)
	@.ci/setup build run homeassistant
	@for product in batond batonctl baton-audio baton-mqtt; do $(SWIFT) build -j $(JOBS) --product "$$product"; done
	@Tests/homeassistant/run.sh "$$($(SWIFT) build --show-bin-path)"

.PHONY: test-settings-shake
test-settings-shake: ## Shake a recorded accelerometer at the window: the signal, the score, the sensitivity and a calibration
	@.ci/setup build run test settings
	@for product in batond batonctl baton-sensor baton-settings; do $(SWIFT) build -j $(JOBS) --product "$$product"; done
	@Tests/settings/run.sh "$$($(SWIFT) build --show-bin-path)" suite_shake

.PHONY: test-settings
test-settings: ## Use the window by mouse, keyboard and accessibility bus, on a screen of its own beside a real batond
	@.ci/setup build run settings
	@for product in batond batonctl baton-audio baton-settings; do $(SWIFT) build -j $(JOBS) --product "$$product"; done
	@Tests/settings/run.sh "$$($(SWIFT) build --show-bin-path)"

.PHONY: test-settings-faults
test-settings-faults: ## The window without a bus or an agent, with hostile players, in a sandbox, and with a configuration that cannot be written
	@.ci/setup build run settings
	@for product in batond batonctl baton-settings baton-mqtt baton-fake-player; do $(SWIFT) build -j $(JOBS) --product "$$product"; done
	@Tests/settings/run.sh "$$($(SWIFT) build --show-bin-path)" suite_faults

.PHONY: test-settings-leaks
test-settings-leaks: ## Open each page of the window fifty times, hide and show it fifty times, and check that its memory does not grow
	@.ci/setup build run settings
	@for product in batond batonctl baton-settings; do $(SWIFT) build -j $(JOBS) --product "$$product"; done
	@Tests/settings/run.sh "$$($(SWIFT) build --show-bin-path)" suite_leaks

.PHONY: test-settings-look
test-settings-look: ## Measure the contrast of each text of the window, and walk through each page by Tab
	@.ci/setup build run settings
	@for product in batond batonctl baton-settings; do $(SWIFT) build -j $(JOBS) --product "$$product"; done
	@Tests/settings/run.sh "$$($(SWIFT) build --show-bin-path)" suite_look

.PHONY: test-players
test-players: ## Try real players with every command (PLAYERS="mpv vlc" tries these, MARKDOWN=docs/players.md writes the table, SOUND=pipewire)
	@.ci/setup build players
	@for product in $(TOOLS); do $(SWIFT) build -j $(JOBS) --product "$$product"; done
	@PLAYERS="$(PLAYERS)" MARKDOWN="$(MARKDOWN)" SOUND="$(SOUND)" Tests/players/run.sh "$$($(SWIFT) build --show-bin-path)"

.PHONY: test-kernel
test-kernel: build ## Boot Debian's kernel in QEMU, shake a virtual accelerometer and press virtual headsets (KERNEL="NAME..." runs some scenarios)
	@.ci/setup build run kernel
	@for product in baton-motion-app baton-fake-player; do $(SWIFT) build $(RELEASE_FLAGS) --product "$$product" >&2; done
	@Tests/kernel/run.sh "$(RELEASE_BIN)" $(KERNEL)

.PHONY: test-gestures-kwin
test-gestures-kwin: ## Drag a finger from the edges of a real KWin's screen: undo, tracks, and --revert (SUITE=trixie: Debian 13's KWin 6, needs root)
	@.ci/setup build run gestures $(if $(SUITE),deb)
	@for product in $(TOOLS); do $(SWIFT) build -j $(JOBS) --product "$$product"; done
	@Tests/desktop/kwin/run.sh "$$($(SWIFT) build --show-bin-path)" $(SUITE)

.PHONY: test-gestures-sway
test-gestures-sway: ## Boot a Debian 13 with sway in QEMU, swipe on a touchpad of the kernel's: undo, redo, tracks, and --revert (needs root, fetches it)
	@.ci/setup build run kernel deb
	@for product in $(TOOLS); do $(SWIFT) build -j $(JOBS) --product "$$product"; done
	@Tests/desktop/sway/run.sh "$$($(SWIFT) build --show-bin-path)"

.PHONY: test-gestures-plasma
test-gestures-plasma: ## Boot a Debian 13 with KWin 6 in QEMU, and swipe on a touchpad of the kernel's (needs root, fetches it)
	@.ci/setup build run kernel deb
	@for product in $(TOOLS); do $(SWIFT) build -j $(JOBS) --product "$$product"; done
	@Tests/desktop/plasma/run.sh "$$($(SWIFT) build --show-bin-path)"

.PHONY: build
build: ## Build the release (static Swift runtime, small, stripped), and check what it links; names what is missing, and installs nothing
	@.ci/setup --missing build
	@# Binding a shared libstdc++ costs a millisecond at each start. Swift links with -lstdc++; a folder that has only the archive makes it static.
	@mkdir -p $(RELEASE_BUILD)/static && ln -sf "$$(clang -print-file-name=libstdc++.a)" $(RELEASE_BUILD)/static/
	@# SwiftPM does not see when these change.
	@for tool in $(TOOLS) $(OTHERS); do for file in Makefile .ci/release.order .ci/release.ld; do [ ! "$$file" -nt "$(RELEASE_BIN)/$$tool" ] || rm -f "$(RELEASE_BIN)/$$tool"; done; done
	$(LINK_WHAT_IS_USED) $(SWIFT) build $(RELEASE_FLAGS) --product batond
	$(LINK_WHAT_IS_USED) BATON_RELEASE=yes $(SWIFT) build $(RELEASE_FLAGS) --product batonctl
	@for product in $(HELPERS) $(OTHERS); do $(LINK_WHAT_IS_USED) $(SWIFT) build $(RELEASE_FLAGS) --product "$$product"; done
	@.ci/built $(foreach tool,$(TOOLS) $(OTHERS),"$(RELEASE_BIN)/$(tool)")
	@for tool in $(TOOLS) $(OTHERS); do strip -o "$(RELEASE_BUILD)/$$tool" "$(RELEASE_BIN)/$$tool"; done
	@cd $(RELEASE_BUILD) && ls -l $(TOOLS) $(OTHERS) | awk '{ print "  " $$NF, int($$5 / 1024) " KiB" }'

# The same programs again, with a map each.
.PHONY: sizes
sizes: build ## Print what each part takes of each program, from the linker's maps (docs/release.md)
	@for product in $(TOOLS) $(OTHERS); do rm -f "$(RELEASE_BIN)/$$product"; \
		$(LINK_WHAT_IS_USED) BATON_RELEASE=yes $(SWIFT) build $(RELEASE_FLAGS) -Xlinker "-Map=$(RELEASE_BUILD)/$$product.map" --product "$$product" >&2; done
	@.ci/sizes "$(RELEASE_BUILD)" $(TOOLS) -- $(OTHERS)

.PHONY: check
check: ## Test the release on a bus of its own, and run the tests that need no program but dbus-daemon (for packages: no network, no display)
	@.ci/setup --missing build check
	@$(LINK_WHAT_IS_USED) $(SWIFT) build $(RELEASE_FLAGS) --product baton-fake-player
	@.ci/check "$(SWIFT)" "$(RELEASE_BIN)" "$(JOBS)"

.PHONY: install
install: ## Install the release to DESTDIR/PREFIX (/usr/local by default)
	@for tool in $(TOOLS) $(OTHERS); do test -x "$(INSTALL_FROM)/$$tool" || { echo "make install: run 'make build' first" >&2; exit 1; }; done
	@.ci/install "$(DESTDIR)" "$(PREFIX)" "$(UNITDIR)" "$(INSTALL_FROM)"

.PHONY: uninstall
uninstall: ## Remove what `make install` with the same PREFIX and DESTDIR placed
	@.ci/install --remove "$(DESTDIR)" "$(PREFIX)" "$(UNITDIR)"

# The pages are made from the programs; an installation makes them again.
.PHONY: man
man: ## Write the manual pages to .build-man and check them with mandoc
	@.ci/setup build man
	@for product in batond batonctl $(OTHERS); do $(SWIFT) build -j $(JOBS) --product "$$product"; done
	@.ci/man "$$($(SWIFT) build --show-bin-path)" .build-man

.PHONY: docs
docs: ## Write the documentation of the libraries with DocC to .build-docs, and fail on a warning
	@.ci/setup build
	@$(SWIFT) build -j $(JOBS)
	@.ci/docs "$$($(SWIFT) build --show-bin-path)" .build-docs

.PHONY: dist
dist: ## Write a source archive into .build-dist, which builds without a network: the packages of others are in it, with checksums
	@.ci/dist --possible
	@.ci/setup --missing build
	@$(SWIFT) package resolve
	@.ci/dist .build-dist

# Real desktops and terminals; each script names the packages that it needs and that are missing.
.PHONY: pictures
pictures: build ## Draw the pictures of docs/picture and the icon in pixels: drawings, and real desktops and terminals
	@docs/picture/all.sh "$(RELEASE_BUILD)"

.PHONY: deb
deb: ## Build the Debian packages into .build-deb and check them with lintian and appstreamcli
	@.ci/setup build deb
	@.ci/deb .build-deb
	@timeout 120 .ci/one-thread "$(RELEASE_BIN)"

.PHONY: packages
packages: build ## Pack the release as an RPM and for Arch into .build-packages, with Debian's rpmbuild and makepkg, and check both
	@.ci/setup packages
	@.ci/other-packages .build-packages

.PHONY: test-deb
test-deb: ## Install, upgrade, downgrade, remove and purge the last `make deb` in a Debian 12 and a Debian 13 (needs root, fetches them)
	@.ci/setup deb
	@.ci/test-deb .build-deb

.PHONY: test-login
test-login: ## Boot a Debian with the last `make deb`, log a user in, and test the service there (needs root and QEMU, some minutes)
	@.ci/setup deb kernel
	@.ci/test-login .build-deb

.PHONY: bench
bench: build ## Measure a direct call, a forwarder in C, playerctld and batond side by side; fail if a bar of Benchmarks/bars is broken
	@.ci/setup bench
	$(SWIFT) build $(RELEASE_FLAGS) --product baton-bench
	@cc -O2 -Wall -Wextra -Werror -o "$(RELEASE_BUILD)/forwarder" Benchmarks/forwarder/forwarder.c $$(pkg-config --cflags --libs libsystemd)
	@"$(RELEASE_BIN)/baton-bench" --build "$(RELEASE_BUILD)" --heading "$$(.ci/measured bench)" $(BENCH)

.PHONY: bench-machines
bench-machines: build ## Measure baton-mqtt: a command from one machine to the player of another, memory, wake-ups (docs/figures.md)
	@.ci/setup bench
	$(SWIFT) build $(RELEASE_FLAGS) --product baton-bench
	@cc -O2 -Wall -Wextra -Werror -o "$(RELEASE_BUILD)/forwarder" Benchmarks/forwarder/forwarder.c $$(pkg-config --cflags --libs libsystemd)
	@"$(RELEASE_BIN)/baton-bench" machines --build "$(RELEASE_BUILD)" --heading "$$(.ci/measured bench-machines)" $(BENCH)

.PHONY: bench-settings
bench-settings: build ## Measure baton-settings beside gnome-calculator: first picture, memory, the live signal, wake-ups (ROUNDS=7; docs/figures.md)
	@.ci/setup run settings bench-settings
	@Benchmarks/bench-settings/run.sh "$(RELEASE_BUILD)" "$$(.ci/measured bench-settings)" "$(or $(ROUNDS),7)"

.PHONY: order
order: build ## Make .ci/release.order again, which tells the linker what the programs touch (docs/release.md)
	@.ci/setup order
	$(SWIFT) build $(RELEASE_FLAGS) --product baton-fake-player
	@.ci/order "$(RELEASE_BIN)" >"$(RELEASE_BUILD)/release.order" && mv "$(RELEASE_BUILD)/release.order" .ci/release.order

# Uses the release build if there is one, else the debug build; the report says which.
.PHONY: soak
soak: ## Send batond millions of commands for MINUTES (30) while players come and go, and check that nothing grows
	@.ci/setup build run
	@if [ -x "$(RELEASE_BUILD)/batond" ]; then \
		$(SWIFT) build $(RELEASE_FLAGS) --product baton-bench >&2; \
		bench="$(RELEASE_BIN)/baton-bench" batond="$(RELEASE_BUILD)/batond" kind=release; \
	else \
		for product in batond baton-bench; do $(SWIFT) build -j $(JOBS) --product "$$product" >&2; done; \
		bin=$$($(SWIFT) build --show-bin-path); bench="$$bin/baton-bench" batond="$$bin/batond" kind=debug; \
	fi; \
	.ci/measured soak; \
	"$$bench" soak --batond "$$batond" --build "$$kind" --minutes "$(or $(MINUTES),30)" $(SOAK)

.PHONY: bench-touches
bench-touches: ## Measure the processor time of an event of touches and of presses
	@.ci/setup build
	@$(SWIFT) build $(RELEASE_FLAGS) --product bench-touches >&2
	@.ci/measured bench-touches
	@"$(RELEASE_BIN)/bench-touches" $(EVENTS)

.PHONY: score-touches
score-touches: ## Count the gestures in each evemu recording (*.events) in DIR; JSON=FILE writes them to a file, else they are printed
	@test -n "$(DIR)" || { echo "make score-touches: DIR=... is missing: a folder with *.events files" >&2; exit 2; }
	@.ci/setup build
	@$(SWIFT) build -c release --scratch-path $(RELEASE_BUILD) -j $(JOBS) --product score-touches >&2
	@"$(RELEASE_BIN)/score-touches" "$(DIR)" $(if $(JSON),--json "$(JSON)")

.PHONY: compare-gestures
compare-gestures: ## Compare the gesture recognizers with Hammer.JS on the same recordings (fetched from Debian's archive and PyPI)
	@.ci/setup build compare
	@$(SWIFT) build -c release --scratch-path $(RELEASE_BUILD) -j $(JOBS) --product compare-gestures >&2
	@.ci/measured compare-gestures
	@Benchmarks/compare-gestures/compare.sh "$(RELEASE_BIN)/compare-gestures" $(RECORDINGS)

# The folder has a manifest.json and the recordings that it names; JSON=FILE also writes the figures to a file.
.PHONY: score-shake
score-shake: ## Score the shake recognizer with the labelled recordings in DIR (JSON=FILE, ROC=FILE.svg, SENSITIVITY=LEVEL, GRID=1, FOLDS=1, ANSWERS=1)
	@test -n "$(DIR)" || { echo "make score-shake: DIR=... is missing: a folder with a manifest.json" >&2; exit 2; }
	@.ci/setup build
	@$(SWIFT) build -c release --scratch-path $(RELEASE_BUILD) -j $(JOBS) --product score-shake >&2
	@.ci/measured score-shake
	@"$(RELEASE_BIN)/score-shake" "$(DIR)" $(if $(JSON),--json "$(JSON)") $(if $(SENSITIVITY),--sensitivity "$(SENSITIVITY)") \
	    $(if $(ROC),--roc "$(ROC)") $(if $(GRID),--grid) $(if $(FOLDS),--folds) $(if $(ANSWERS),--answers)

.PHONY: score-attitude
score-attitude: ## Score the attitude on the recordings in DIR, such as trials of BROAD (JSON=FILE)
	@test -n "$(DIR)" || { echo "make score-attitude: DIR=... is missing: a folder with trials (docs/motion.md)" >&2; exit 2; }
	@.ci/setup build
	@$(SWIFT) build -c release --scratch-path $(RELEASE_BUILD) -j $(JOBS) --product score-attitude >&2
	@.ci/measured score-attitude
	@"$(RELEASE_BIN)/score-attitude" "$(DIR)" $(if $(JSON),--json "$(JSON)")

.PHONY: train-shake
train-shake: ## Learn the shake recognizer's coefficients from the recordings in DATA and the simulated ones in SIM (needs Python 3.11)
	@test -n "$(DATA)" -a -n "$(SIM)" || { echo "make train-shake: DATA=... and SIM=... are missing: two folders with a manifest.json" >&2; exit 2; }
	@.ci/setup build
	@$(SWIFT) build -c release --scratch-path $(RELEASE_BUILD) -j $(JOBS) --product score-shake >&2
	@.ci/measured train-shake
	@Benchmarks/train-shake/train.sh "$(RELEASE_BIN)/score-shake" "$(DATA)" "$(SIM)"

.PHONY: lint
lint: ## Check the formatting
	$(SWIFT) format lint --strict --parallel --recursive $(SWIFT_DIRS)

.PHONY: format
format: ## Format the sources in place
	$(SWIFT) format format --in-place --parallel --recursive $(SWIFT_DIRS)

.PHONY: checks
checks: ## Check the repository's rules: imports, file sizes, licence lines, names, sentences
	@.ci/setup build run
	@.ci/checks

.PHONY: lint-files
lint-files: ## Check scripts, licences, AppStream data and installed documents with shellcheck, reuse (from PyPI), appstreamcli and .ci/pages
	@.ci/setup lint-files
	@.ci/lints .build-lints

.PHONY: fuzz
fuzz: ## Run each fuzzer of Tests/Fuzz for FUZZ_SECONDS
	@.ci/setup build
	@.ci/fuzz "$(FUZZ_SECONDS)"

.PHONY: setup
setup: ## Install the Debian packages that are missing for building and testing (FOR=build: for building only)
	@.ci/setup $(or $(FOR),build run test bench)

.PHONY: clean
clean: ## Remove everything that was built
	rm -rf .build .build-*
