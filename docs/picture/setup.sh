#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Usage: docs/picture/setup.sh BIN >docs/picture/setup.svg     (BIN: the folder of the built programs; `make pictures` calls it)
# The first run: `batonctl setup` in a terminal of a real sway, with an accelerometer.
set -euo pipefail
. "$(dirname "$0")/desk.sh"
. "$pictures/sway-desk.sh"
. "$pictures/terminal.sh"
start_desk "$1" sound
open_terminal 98 90
type_line "batonctl setup"
wait_for "setup asks nothing" asks
sleep 1
type_line "y"
until_seen "read its configuration again"
wait_for "setup asks nothing more" asks
# The questions after that are like this one.
draw --until "^Calls:" --title "batonctl setup in a terminal"
