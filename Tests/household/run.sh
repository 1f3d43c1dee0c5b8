#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Usage: Tests/household/run.sh BIN [TEST...]    (`make test-machines` calls it, as root, with the folder of what was built)
# Three machines in network namespaces, with real buses, batonds, baton-mqtts and mpvs, at a real mosquitto with TLS and a list of rights. It runs
# in a network of its own: that of this machine is neither used nor changed. TEST is a test of suite.py, as suite.Household.test_key.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
bin=$(realpath -e "${1:?usage: run.sh BIN [TEST...]}")
shift
[ "$(id -u)" -eq 0 ] || { echo "test-machines: network namespaces need root" >&2; exit 77; }
for tool in busctl dbus-daemon ip mosquitto mosquitto_passwd mosquitto_sub mpv openssl sox unshare; do
    command -v "$tool" >/dev/null || { echo "test-machines: $tool is not installed: .ci/setup machines" >&2; exit 1; }
done

work=$(mktemp -d "${TMPDIR:-/tmp}/baton-machines.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP

cd "$here"
[ $# -gt 0 ] || set -- suite
BATON_BIN=$bin BATON_WORK=$work PYTHONDONTWRITEBYTECODE=1 timeout --kill-after=10 600 \
    unshare --net --mount --pid --fork --kill-child --mount-proc /usr/bin/python3 -m unittest "$@"
