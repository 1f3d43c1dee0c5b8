#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Usage: Tests/settings/run.sh BIN [TEST...]    (`make test-settings` calls it with the folder of what was built)
# A person at baton-settings: a real batond, real players, a real screen of Xvfb, and the accessibility bus as eyes and hands. TEST is a test of
# one of the files, as suite.Settings.test_choice.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
bin=$(realpath -e "${1:?usage: run.sh BIN [TEST...]}")
shift
for tool in Xvfb busctl dbus-daemon heaptrack mpv openbox parec pulseaudio sox xdotool; do
    command -v "$tool" >/dev/null || { echo "test-settings: $tool is not installed: .ci/setup settings" >&2; exit 1; }
done

work=$(mktemp -d "${TMPDIR:-/tmp}/baton-settings.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP

cd "$here"
[ $# -gt 0 ] || set -- suite machine
BATON_BIN=$bin BATON_WORK=$work PYTHONDONTWRITEBYTECODE=1 timeout --kill-after=10 600 /usr/bin/python3 -m unittest "$@"
