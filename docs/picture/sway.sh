#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Usage: docs/picture/sway.sh BIN >docs/picture/undo-sway.png     (BIN: the folder of the built programs; `make pictures` calls it)
# A real sway with a real notification daemon, an editor in which something was typed, and batond that was shaken.
set -euo pipefail
. "$(dirname "$0")/desk.sh"
. "$pictures/sway-desk.sh"
need grim:grim pngquant:pngquant optipng:optipng
start_desk "$1"
shake_until_asked
# Until it is on the screen, also on a busy machine.
sleep 5
run grim "$room/screen.png"
shrink "$room/screen.png"
