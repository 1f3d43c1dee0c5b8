#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Usage: docs/picture/icon.sh SIZE >desktop/org.baton.Baton-SIZE.png     (`make pictures` calls it)
# The icon in pixels, for what draws no SVG.
set -euo pipefail
for pair in rsvg-convert:librsvg2-bin optipng:optipng; do
    command -v "${pair%%:*}" >/dev/null || { echo "icon.sh: programs are missing; install them with: apt-get install --no-install-recommends librsvg2-bin optipng" >&2; exit 1; }
done
file=$(mktemp --suffix .png)
trap 'rm -f "$file"' EXIT
rsvg-convert --width "$1" --height "$1" --output "$file" "$(dirname "$0")/../../desktop/org.baton.Baton.svg"
optipng -quiet -strip all -o5 "$file"
cat "$file"
