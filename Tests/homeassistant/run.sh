#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Usage: Tests/homeassistant/run.sh BIN [TEST...]    (`make test-homeassistant` calls it with the folder of what was built)
# A real Home Assistant with its own MQTT integration, a real mosquitto with a list of rights, and a machine with a real bus, batond, baton-mqtt and
# mpv. Home Assistant comes from PyPI into .build/homeassistant and stays there. TEST is a test of suite.py, as suite.Entities.test_commands.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
bin=$(realpath -e "${1:?usage: run.sh BIN [TEST...]}")
shift
for tool in busctl dbus-daemon mosquitto mosquitto_passwd mosquitto_sub mpv sox; do
    command -v "$tool" >/dev/null || { echo "test-homeassistant: $tool is not installed: .ci/setup homeassistant" >&2; exit 1; }
done
# Debian 12's is the newest that this Home Assistant has wheels for, with 3.12.
python=
for name in python3.11 python3.12; do
    [ -n "$python" ] || ! command -v "/usr/bin/$name" >/dev/null || python=/usr/bin/$name
done
[ -n "$python" ] || { echo "test-homeassistant: Home Assistant 2024.3.3 runs with Python 3.11 and 3.12, and there is neither" >&2; exit 77; }

root=$(cd "$here/../.." && pwd)
environment=$root/.build/homeassistant/environment
wanted=$(sha256sum <"$here/requirements.txt")
if [ "$(cat "$environment/installed" 2>/dev/null)" != "$wanted" ]; then
    rm -rf "$environment"
    "$python" -m venv "$environment"
    timeout 500 "$environment/bin/pip" install -q --disable-pip-version-check --require-hashes -r "$here/requirements.txt"
    printf '%s\n' "$wanted" >"$environment/installed"
fi

work=$(mktemp -d "${TMPDIR:-/tmp}/baton-homeassistant.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP

cd "$here"
[ $# -gt 0 ] || set -- suite
BATON_BIN=$bin BATON_WORK=$work BATON_HOME_ASSISTANT=$(realpath "$environment/bin")/python PYTHONPATH=$here/../household PYTHONDONTWRITEBYTECODE=1 \
    timeout --kill-after=10 300 "$python" -m unittest "$@"
