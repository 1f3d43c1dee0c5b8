#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Usage: docs/picture/doctor.sh BIN >docs/picture/doctor.svg     (BIN: the folder of the built programs; `make pictures` calls it)
# `batonctl doctor` in a terminal of a real sway, with an accelerometer and a sound server.
set -euo pipefail
. "$(dirname "$0")/desk.sh"
. "$pictures/sway-desk.sh"
. "$pictures/terminal.sh"
start_desk "$1" sound
open_terminal 98 70
type_line "batonctl doctor"
until_seen "All details"
sleep 1
draw --title "batonctl doctor in a terminal"
