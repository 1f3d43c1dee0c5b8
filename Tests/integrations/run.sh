#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Usage: Tests/integrations/run.sh BIN [TEST...]    (`make test-integrations` calls it with the folder of what was built)
# Runs each program of docs/examples/integrations with real buses, batonds and an mpv, and without them, and checks what docs/integrations.md
# promises of it; and what docs/machines.md promises of docs/examples/mqtt, with a mosquitto and baton-mqtt. TEST is a test of suite.py, page.py
# or mqtt.py, as suite.WithBaton.test_calls.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
examples=$here/../../docs/examples/integrations
bin=$(realpath -e "${1:?usage: run.sh BIN [TEST...]}")
shift
# Debian's own: it has the bindings of GLib.
python=/usr/bin/python3
PATH=$PATH:/usr/sbin
for tool in busctl cc dbus-daemon jq mosquitto mosquitto_passwd mosquitto_rr mpv pkg-config playerctl shellcheck sox; do
    command -v "$tool" >/dev/null || { echo "test-integrations: $tool is not installed: .ci/setup integrations" >&2; exit 1; }
done
"$python" -c "import gi, yaml" 2>/dev/null || { echo "test-integrations: python3-gi or python3-yaml is not installed: .ci/setup integrations" >&2; exit 1; }

work=$(mktemp -d "${TMPDIR:-/tmp}/baton-integrations.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP

shellcheck "$examples"/*.sh "$here"/../../docs/examples/mqtt/*.sh
read -ra libraries <<<"$(pkg-config --cflags --libs libsystemd)"
for source in "$examples"/*.c; do
    cc -std=gnu11 -Wall -Wextra -Werror -o "$work/$(basename "$source" .c)" "$source" "${libraries[@]}"
done

cd "$here"
[ $# -gt 0 ] || set -- page suite mqtt
BATON_BIN=$bin BATON_WORK=$work PYTHONDONTWRITEBYTECODE=1 timeout --kill-after=10 300 "$python" -m unittest "$@"
