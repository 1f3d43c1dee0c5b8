#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Usage: docs/picture/motion.sh BIN >docs/picture/motion.svg     (BIN: the folder of the built programs; `make pictures` calls it)
# `batonctl motion` in a terminal, while a recording of shakes and other movement is played on the accelerometer.
set -euo pipefail
. "$(dirname "$0")/desk.sh"
. "$pictures/terminal.sh"
enter_room "$(cd "$1" && pwd)"
start_buses
zcat "$pictures/../../Tests/Kits/BatonMotionTests/Recordings/jointly_faros.csv.gz" >"$room/faros.csv"
start_sensor "$room/faros.csv"
start_agent
open_terminal 96 28
type_line "batonctl motion"
sleep 2
shake
wait_for "no shake was recognized" grep -q shake-began "$room/batond.log"
# Other movement follows, which is no shake.
sleep 4
draw --title "batonctl motion in a terminal, after a shake"
