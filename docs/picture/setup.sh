#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Usage: docs/picture/setup.sh BIN >docs/picture/setup.svg     (BIN: the folder of the built programs; `make pictures` calls it)
# The first run: `batonctl setup` in a terminal of a real sway, with an accelerometer.
set -euo pipefail
. "$(dirname "$0")/desk.sh"
. "$pictures/sway-desk.sh"
. "$pictures/terminal.sh"
start_desk "$1"
open_terminal 96 80
type_line "batonctl setup"
until_seen "to change it"
sleep 1
type_line "yes"
until_seen "while a program listens"
sleep 1
type_line "no"
until_seen "to do it now"
sleep 1
type_line "no"
until_seen "shows everything else"
sleep 1
draw
