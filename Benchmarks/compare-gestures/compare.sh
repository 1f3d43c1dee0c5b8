#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Usage: compare.sh PROGRAM [RECORDING]...   (`make compare-gestures` calls it with the built compare-gestures)
# Plays recordings of touches to Baton's recognizers and to Hammer.JS 2.0.7, and prints one table: which gestures each found, after how
# many milliseconds the first action of each came, and the CPU of 1000 events. Without recordings it takes those of the tests and made
# ones. Hammer.JS comes from PyPI's bokeh 2.4.3, into a temporary folder; BOKEH_JS=FILE takes an unpacked one.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
program=$(realpath -e "${1:?usage: compare.sh PROGRAM [RECORDING]...}")
shift
# Debian's own node looks there; others have to be told.
export NODE_PATH=/usr/share/nodejs:/usr/lib/nodejs
room=$(mktemp -d "${TMPDIR:-/tmp}/baton-gestures.XXXXXX")
trap 'rm -rf "$room"' EXIT

if [ -z "${BOKEH_JS:-}" ]; then
    timeout 300 /usr/bin/python3 -m pip download -q --disable-pip-version-check --no-deps --require-hashes -r "$here/requirements.txt" -d "$room"
    /usr/bin/python3 -m zipfile -e "$room"/bokeh-*.whl "$room"
    BOKEH_JS=$room/bokeh/server/static/js/bokeh.js
fi
if [ $# -eq 0 ]; then
    /usr/bin/python3 "$here/streams.py" "$room"
    set -- "$here"/../../Tests/Kits/BatonTouchscreenTests/Recordings/*.events "$room"/*.events
fi
"$program" "$@" >"$room/baton"
node "$here/hammer.js" "$BOKEH_JS" "$@" >"$room/hammer"
/usr/bin/python3 "$here/table.py" "$room/baton" "$room/hammer"
