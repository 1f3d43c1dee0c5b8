#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Usage: Tests/desktop/kwin/run.sh BIN [SUITE]    (`make test-gestures-kwin` calls it with the folder of what was built)
# Starts a real KWin without a screen, a real editor and a real player in it, and batond; binds the edges of the touchscreen with `batonctl setup`,
# and drags a finger. Prints a line for each promise, and exits with 0 only when all were kept. What the programs said is kept in .build-kwin/last.
# SUITE is the Debian whose KWin it is: this machine's, or trixie, which has KWin 6 (it is fetched once, which needs root).
# LIMIT=SECONDS bounds the whole run (default 300).
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
bin=$(realpath -e "${1:?usage: run.sh BIN [SUITE]}")
suite=${2:-}
cache=$root/.build-kwin
base=$root/.build-kernel/plasma-$suite
programs=(batond batonctl baton-keys baton-sensor baton-audio)
protocol=/usr/share/plasma-wayland-protocols/fake-input.xml
for tool in kwin_wayland dbus-daemon gdbus mousepad mpv strace gcc wayland-scanner; do
    command -v "$tool" >/dev/null || { echo "test-gestures-kwin: $tool is not installed: .ci/setup gestures" >&2; exit 1; }
done
[ -e "$protocol" ] || { echo "test-gestures-kwin: plasma-wayland-protocols is not installed: .ci/setup gestures" >&2; exit 1; }
# The libraries are those that batond, batonctl and their helpers link.
[ -z "$suite" ] || "$root/.ci/fetch-debian" "$base" "$suite" "" kwin-wayland libdbus-1-3 libevdev2 libglib2.0-bin libiio0 libinih1 libpulse0 libwayland-client0 \
    libx11-6 libxkbcommon0 libxres1 libxtst6 mousepad mpv mpv-mpris strace

# One run at a time in a checkout.
mkdir -p "$cache"
exec 8>"$cache/lock"
flock 8
rm -rf "${cache:?}/last" "${cache:?}/bin"
mkdir "$cache/last" "$cache/bin"
wayland-scanner client-header "$protocol" "$cache/fake-input-client-protocol.h"
wayland-scanner private-code "$protocol" "$cache/fake-input-protocol.c"
gcc -O2 -Wall -Wextra -Werror -I"$cache" -o "$cache/fake-input" "$here/fake-input.c" "$cache/fake-input-protocol.c" -lwayland-client

# Both Debians run the same: all that is needed is in one folder, and the other Debian is entered by chroot.
for program in "${programs[@]}"; do strip -o "$cache/bin/$program" "$bin/$program"; done
for library in $(cd "$bin" && ldd "${programs[@]/#/./}" | awk '$2 == "=>" && $3 ~ "/swift/" { print $3 }' | sort -u); do cp "$library" "$cache/bin/"; done
cp "$here"/*.sh "$here/../words.sh" "$cache/"
# A container may not start a program with file capabilities; a copy of the same name has none.
cp "${suite:+$base}/usr/bin/kwin_wayland" "$cache/kwin_wayland"

run=(env -i PATH=/usr/bin:/bin LC_ALL=C.UTF-8 LD_LIBRARY_PATH="$cache/bin" cache="$cache" timeout --kill-after=10 "${LIMIT:-300}" bash "$cache/scenario.sh")
enter() {
    mkdir -p "$base$cache"
    mount --bind "$cache" "$base$cache"
    mount --rbind /dev "$base/dev"
    mount -t proc proc "$base/proc"
    mount -t tmpfs -o mode=1777 tmpfs "$base/tmp"
    exec chroot "$base" "${run[@]}"
}

started=$SECONDS
status=0
if [ -z "$suite" ]; then
    "${run[@]}" 8>&- || status=$?
else
    export -f enter
    words=$(printf '%q ' "${run[@]}")
    base=$base cache=$cache run=$words unshare --mount bash -euc 'eval "run=($run)"; enter' 8>&- || status=$?
fi
[ "$status" -ne 124 ] || echo "test-gestures-kwin: ended after ${LIMIT:-300} s" >&2
echo "test-gestures-kwin: $((SECONDS - started)) s; logs are in ${cache#"$PWD"/}/last"
exit "$status"
