#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Usage: Tests/desktop/kwin/run.sh BIN    (`make test-gestures-kwin` calls it with the folder of what was built)
# Starts a real KWin without a screen, a real editor and a real player in it, and batond; binds the edges of the touchscreen with `batonctl setup`,
# and drags a finger. Prints a line for each promise, and exits with 0 only when all were kept. What the programs said is kept in .build-kwin/last.
# LIMIT=SECONDS bounds the whole run (default 300).
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
bin=$(realpath -e "${1:?usage: run.sh BIN}")
cache=$root/.build-kwin
protocol=/usr/share/plasma-wayland-protocols/fake-input.xml
for tool in kwin_wayland dbus-daemon gdbus mousepad mpv strace gcc wayland-scanner; do
    command -v "$tool" >/dev/null || { echo "test-gestures-kwin: $tool is not installed: .ci/setup gestures" >&2; exit 1; }
done
[ -e "$protocol" ] || { echo "test-gestures-kwin: plasma-wayland-protocols is not installed: .ci/setup gestures" >&2; exit 1; }

# One run at a time in a checkout.
mkdir -p "$cache"
exec 8>"$cache/lock"
flock 8
rm -rf "$cache/last"
mkdir "$cache/last"
wayland-scanner client-header "$protocol" "$cache/fake-input-client-protocol.h"
wayland-scanner private-code "$protocol" "$cache/fake-input-protocol.c"
gcc -O2 -Wall -Wextra -Werror -I"$cache" -o "$cache/fake-input" "$here/fake-input.c" "$cache/fake-input-protocol.c" -lwayland-client
# A container may not start a program with file capabilities; a copy of the same name has none.
cp "$(command -v kwin_wayland)" "$cache/kwin_wayland"

started=$SECONDS
status=0
# A session of its own: whatever the scenario leaves behind ends with it.
env -i PATH="$PATH" LC_ALL=C.UTF-8 bin="$bin" cache="$cache" \
    timeout --kill-after=10 "${LIMIT:-300}" bash "$here/scenario.sh" 8>&- || status=$?
[ "$status" -ne 124 ] || echo "test-gestures-kwin: ended after ${LIMIT:-300} s" >&2
echo "test-gestures-kwin: $((SECONDS - started)) s; logs are in ${cache#"$PWD"/}/last"
exit "$status"
