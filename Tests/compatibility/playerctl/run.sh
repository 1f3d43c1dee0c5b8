#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Usage: Tests/compatibility/playerctl/run.sh BATOND [PYTEST-ARGUMENT]...    (`make test-playerctl` calls it with the built batond)
# Runs playerctl's own behaviour tests (harness.py has what differs) against the real playerctld and then against batond in its place. Fails when
# batond fails one. Needs the Debian archive (source of playerctl) and PyPI; both go into a temporary directory and are removed.
# PLAYERCTL_SOURCE=DIR takes an unpacked source tree instead; COMPARE=no leaves the real playerctld out.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
batond=$(realpath -e "${1:?usage: run.sh BATOND [PYTEST-ARGUMENT]...}")
shift
release=bookworm version=2.4.1
for tool in playerctl playerctld dbus-daemon setsid; do
    command -v "$tool" >/dev/null || { echo "run.sh: $tool is not installed (Debian: playerctl dbus-daemon util-linux)" >&2; exit 1; }
done

room=$(mktemp -d "${TMPDIR:-/tmp}/baton-playerctl.XXXXXX")
export BATON_COMPAT_ROOM=$room
# Nobody's own configuration, pin or ignore list is read or changed.
export XDG_CONFIG_HOME=$room/config XDG_STATE_HOME=$room/state
export BATON_COMPAT_PLAYERCTLD
BATON_COMPAT_PLAYERCTLD=$(command -v playerctld)

clean_up() {
    trap - EXIT INT TERM HUP
    "$here/bin/pkill" everything
    rm -rf "$room"
}
trap clean_up EXIT
trap 'exit 130' INT TERM HUP

# The source package as Debian signed it, found and checked by apt, with lists of its own: the system's are not touched.
fetch_source() {
    mkdir -p "$room/apt/lists/partial" "$room/apt/cache/archives/partial"
    cat >"$room/apt/debian.sources" <<-END
		Types: deb-src
		URIs: http://deb.debian.org/debian
		Suites: $release
		Components: main
		Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg
	END
    local options=(-q -o "Dir::Etc::SourceList=$room/apt/debian.sources" -o Dir::Etc::SourceParts=/dev/null
        -o "Dir::State::Lists=$room/apt/lists" -o "Dir::Cache=$room/apt/cache" -o Acquire::Retries=3 -o APT::Sandbox::User=)
    timeout 180 apt-get "${options[@]}" update
    (cd "$room" && timeout 120 apt-get "${options[@]}" source --download-only --tar-only playerctl)
    tar -C "$room" -xf "$room/playerctl_$version.orig.tar.gz"
    source=$room/playerctl-$version
}

make_venv() {
    /usr/bin/python3 -m venv "$room/venv"
    timeout 180 "$room/venv/bin/pip" install -q --disable-pip-version-check --require-hashes -r "$here/requirements.txt"
}

# Both buses are ours. The session bus can start `playerctld` by its name, as on a desktop: Baton itself ships no file for that.
make_buses() {
    mkdir -p "$room/services" "$room/home"
    printf '[D-BUS Service]\nName=org.mpris.MediaPlayer2.playerctld\nExec=%s/bin/playerctld\n' "$here" \
        >"$room/services/org.mpris.MediaPlayer2.playerctld.service"
    sed "s|@ROOM@|$room|" "$here/bus.conf" >"$room/bus.conf"
    export DBUS_SYSTEM_BUS_ADDRESS
    DBUS_SYSTEM_BUS_ADDRESS=$("$here/bin/dbus-launch" | sed -n 's/^DBUS_SESSION_BUS_ADDRESS=//p')
    export DBUS_SESSION_BUS_ADDRESS
    DBUS_SESSION_BUS_ADDRESS=$("$here/bin/dbus-launch" | sed -n 's/^DBUS_SESSION_BUS_ADDRESS=//p')
}

# run_tests NAME: playerctl's tests with that daemon behind the name `playerctld`.
run_tests() {
    local name=$1 status=0
    shift
    echo "== playerctl $version's tests against $name"
    # The tests are written for a pytest-asyncio that takes every coroutine for a test.
    (cd "$source" && HOME=$room/home PATH="$here/bin:$PATH" PYTHONPATH=$here PYTHONDONTWRITEBYTECODE=1 timeout --kill-after=5 240 \
        "$room/venv/bin/python" -m pytest -q -rA -p harness -p no:cacheprovider -o asyncio_mode=auto -o asyncio_default_fixture_loop_scope=function \
        --show-capture=no --timeout=20 "$@" </dev/null) || status=$?
    # It says 1 when no daemon was left, which is as it should be.
    "$here/bin/pkill" playerctld || true
    return "$status"
}

source=${PLAYERCTL_SOURCE:-}
[ -n "$source" ] || fetch_source
make_venv
make_buses
# A run against the original tells whether a failure is Baton's or this machine's.
if [ "${COMPARE:-yes}" != no ]; then
    run_tests "the real playerctld" "$@" || echo "== the real playerctld fails here too (above)"
fi
export BATON_COMPAT_BATOND=$batond
run_tests batond "$@"
