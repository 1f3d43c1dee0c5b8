#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Usage: Benchmarks/bench-settings/run.sh BUILD HEADING [ROUNDS]    (`make bench-settings` calls it with the release)
# baton-settings beside gnome-calculator, in turns, each on the screen, bus and window manager of Tests/settings; ends with status 1 if a bar of
# Benchmarks/bars-settings is broken.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
bin=$(realpath -e "${1:?usage: run.sh BUILD HEADING [ROUNDS]}")
for tool in Xvfb dbus-daemon gnome-calculator openbox umockdev-wrapper xdotool; do
    command -v "$tool" >/dev/null || { echo "bench-settings: $tool is not installed: .ci/setup bench-settings" >&2; exit 1; }
done

work=$(mktemp -d "${TMPDIR:-/tmp}/baton-bench-settings.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP

cd "$here/../../Tests/settings"
BATON_BIN=$bin BATON_WORK=$work PYTHONPATH=$PWD PYTHONDONTWRITEBYTECODE=1 timeout --kill-after=10 600 \
    /usr/bin/python3 "$here/bench.py" "$here/../bars-settings" "${2:-}" "${3:-7}"
