#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Usage: docs/picture/all.sh BIN     (BIN: the folder of the built programs; `make pictures` calls it)
# Draws the pictures anew that show the programs at work. One that cannot be drawn stays as it is, and the exit status is 1.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
bin=$(cd "$1" && pwd)
new=$(mktemp)
trap 'rm -f "$new"' EXIT
status=0

# draw SCRIPT PICTURE
draw() {
    if "$here/$1" "$bin" >"$new"; then
        cat "$new" >"$here/$2"
        echo "  docs/picture/$2, $(stat -c %s "$here/$2") bytes"
    else
        status=1
    fi
}

for desktop in sway xfce gnome; do draw "$desktop.sh" "undo-$desktop.png"; done
for terminal in headset stops motion doctor setup touches; do draw "$terminal.sh" "$terminal.svg"; done
exit "$status"
