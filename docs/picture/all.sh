#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Usage: docs/picture/all.sh BIN [PICTURE...]     (BIN: the folder of the built programs; `make pictures` calls it)
# Draws all pictures, or those named (`headset.svg`). One that cannot be drawn stays as it is, and the exit status is 1.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
bin=$(cd "$1" && pwd)
shift
wanted=" $* "
new=$(mktemp)
trap 'rm -f "$new"' EXIT
status=0

# draw PICTURE COMMAND...   What the command prints becomes the picture. A path of a picture begins in docs/picture.
draw() {
    local picture=$1
    shift
    [ "$wanted" = "  " ] || [[ $wanted == *" ${picture##*/} "* ]] || return 0
    if "$@" >"$new" && [ -s "$new" ]; then
        cat "$new" >"$here/$picture"
        echo "  ${picture##*/}, $(stat -c %s "$here/$picture") bytes"
    else
        echo "  ${picture##*/} was not drawn" >&2
        status=1
    fi
}

# Drawings, for light pages and for dark ones.
for drawing in connected afternoon loop machines; do
    draw "$drawing.svg" "$here/$drawing.py" light
    draw "$drawing-dark.svg" "$here/$drawing.py" dark
done
draw shake-curves.svg "$here/shake-curves.py" dense
draw shake-curves-sparse.svg "$here/shake-curves.py" sparse
draw frame.svg "$here/frame.py"
for size in 48 128; do draw "../../desktop/org.baton.Baton-$size.png" "$here/icon.sh" "$size"; done
# Real desktops and terminals.
for desktop in gnome sway xfce; do draw "undo-$desktop.png" "$here/$desktop.sh" "$bin"; done
for terminal in headset motion doctor setup; do draw "$terminal.svg" "$here/$terminal.sh" "$bin"; done
# The window; the pages of a machine without a headset and with an accelerometer.
for page in now buttons shake stops health; do draw "settings-$page.png" "$here/settings.sh" "$bin" "$page"; done
draw settings-now-dark.png "$here/settings.sh" "$bin" now dark
draw settings-stops-narrow.png "$here/settings.sh" "$bin" stops light 360
draw settings-stops-he.png "$here/settings.sh" "$bin" stops light 860 he_IL.UTF-8
# Recordings, as batonctl draws them.
for recording in touches shakes; do draw "$recording.svg" "$here/$recording.sh" "$bin"; done
exit "$status"
