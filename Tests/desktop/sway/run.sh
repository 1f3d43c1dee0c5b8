#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Usage: Tests/desktop/sway/run.sh BIN    (`make test-gestures-sway` calls it with the folder of what was built)
# Boots Debian's kernel in QEMU with a Debian 13 as its root. There sway reads a touchpad of the kernel's through libinput; a real editor and a real
# player run in it, and the batond of BIN. Binds sway's gestures with `batonctl setup` and makes them. Prints a line for each promise, and exits with 0
# only when all were kept. What the programs said is kept in .build-kernel/sway. Needs root for debootstrap, once.
# LIMIT=SECONDS bounds the whole run (default 900).
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
bin=$(realpath -e "${1:?usage: run.sh BIN}")
cache=$root/.build-kernel
base=$cache/trixie
last=$cache/sway
programs=(batond batonctl baton-keys baton-sensor baton-audio)
case "$root" in *[[:space:]]*) echo "test-gestures-sway: the checkout's path may not contain spaces" >&2; exit 1 ;; esac
for tool in qemu-system-x86_64 cpio dpkg-deb gcc strip; do
    command -v "$tool" >/dev/null || { echo "test-gestures-sway: $tool is not installed: .ci/setup kernel" >&2; exit 1; }
done

"$root/Tests/kernel/prepare.sh" "$cache"
# The libraries are those that batond, batonctl and their helpers link.
"$root/.ci/fetch-debian" "$base" trixie "" fonts-dejavu-core libdbus-1-3 libevdev2 libiio0 libinih1 libpulse0 libwayland-client0 libx11-6 libxkbcommon0 libxres1 \
    libxtst6 mousepad mpv mpv-mpris procps seatd sway xkb-data

# One run at a time in a checkout.
exec 8>"$cache/run.lock"
flock 8
rm -rf "$last"
mkdir -p "$last/bin"
# What is Debian 12's here is Debian 13's there; only the toolchain's libraries go along.
for program in "${programs[@]}"; do strip -o "$last/bin/$program" "$bin/$program"; done
for library in $(cd "$bin" && ldd "${programs[@]/#/./}" | awk '$2 == "=>" && $3 ~ "/swift/" { print $3 }' | sort -u); do cp "$library" "$last/bin/"; done
gcc -O2 -Wall -Wextra -Werror -o "$last/bin/virtual-touchpad" "$here/virtual-touchpad.c"
cp "$cache/virtual-keyboard" "$last/bin/"
mkdir "$last/desktop"
cp "$here"/*.sh "$here/../words.sh" "$last/desktop/"
ln -s desktop/boot.sh "$last/main"

started=$SECONDS
# KVM is not asked for, as in Tests/kernel/run.sh.
timeout --kill-after=5 "${LIMIT:-900}" qemu-system-x86_64 -machine pc -accel tcg -cpu max -smp "${CPUS:-2}" -m 1536 \
    -nodefaults -no-user-config -display none -no-reboot -kernel "$cache/vmlinuz" -initrd "$cache/initramfs.gz" \
    -append "console=ttyS0 loglevel=4 panic=-1 mitigations=off nokaslr random.trust_cpu=on" \
    -serial "file:$last/console" -serial stdio \
    -fsdev local,id=host,path="$base",security_model=none,readonly=on,multidevs=remap -device virtio-9p-pci,fsdev=host,mount_tag=host \
    -fsdev local,id=run,path="$last",security_model=none -device virtio-9p-pci,fsdev=run,mount_tag=run \
    </dev/null 2>"$last/qemu.log" | cat || true

if [ ! -s "$last/status" ]; then
    echo "test-gestures-sway: the guest ended, or was ended after ${LIMIT:-900} s, before the scenario did; the last of its console:" >&2
    tail -n 20 "$last/console" "$last/qemu.log" >&2
    exit 1
fi
echo "test-gestures-sway: $((SECONDS - started)) s; logs are in ${last#"$PWD"/}"
exit "$(cat "$last/status")"
