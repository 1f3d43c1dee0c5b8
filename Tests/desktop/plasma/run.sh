#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Usage: Tests/desktop/plasma/run.sh BIN    (`make test-gestures-plasma` calls it with the folder of what was built)
# Boots Debian's kernel in QEMU with a Debian 13 as its root, with systemd and a graphics card. A user logs in and starts KWin 6, which reads a
# touchpad of the kernel's through libinput. `batonctl setup` binds its swipes; they are made, and the calls of Baton counted. Exits with 0 only when all
# promises were kept. What the programs said is kept in .build-kernel/plasma. Needs root for debootstrap, once.
# LIMIT=SECONDS bounds the whole run (default 900).
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
bin=$(realpath -e "${1:?usage: run.sh BIN}")
cache=$root/.build-kernel
base=$cache/plasma-guest
last=$cache/plasma
programs=(batond batonctl baton-keys baton-sensor baton-audio)
case "$root" in *[[:space:]]*) echo "test-gestures-plasma: the checkout's path may not contain spaces" >&2; exit 1 ;; esac
for tool in qemu-system-x86_64 cpio dpkg-deb gcc strip; do
    command -v "$tool" >/dev/null || { echo "test-gestures-plasma: $tool is not installed: .ci/setup kernel" >&2; exit 1; }
done

"$root/Tests/kernel/prepare.sh" "$cache"
# The libraries are those that batond, batonctl and their helpers link.
"$root/.ci/fetch-debian" "$base" trixie "" fonts-dejavu-core kmod kwin-wayland libdbus-1-3 libevdev2 libglib2.0-bin libiio0 libinih1 libpam-systemd libpulse0 \
    libwayland-client0 libx11-6 libxkbcommon0 libxres1 libxtst6 polkitd procps xkb-data

# One run at a time in a checkout.
exec 8>"$cache/run.lock"
flock 8
rm -rf "$last"
mkdir -p "$last/bin" "$last/logs"
chmod 777 "$last" "$last/logs"
# What is Debian 12's here is Debian 13's there; only the toolchain's libraries go along.
for program in "${programs[@]}"; do strip -o "$last/bin/$program" "$bin/$program"; done
for library in $(cd "$bin" && ldd "${programs[@]/#/./}" | awk '$2 == "=>" && $3 ~ "/swift/" { print $3 }' | sort -u); do cp "$library" "$last/bin/"; done
gcc -O2 -Wall -Wextra -Werror -o "$last/bin/virtual-touchpad" "$here/../sway/virtual-touchpad.c"
# The graphics card's driver, in the order of its parts.
mkdir "$last/modules"
/sbin/modprobe -d "$cache/kernel" -S "$(cat "$cache/version")" --show-depends bochs | sed -n 's/^insmod \(.*\.ko[.a-z]*\) *.*/\1/p' | while IFS= read -r module; do
    cp "$module" "$last/modules/$(printf %02d "$(find "$last/modules" -type f | wc -l)")-${module##*/}"
done
mkdir "$last/desktop"
cp "$here"/*.sh "$here/../words.sh" "$last/desktop/"
ln -s desktop/boot.sh "$last/main"

started=$SECONDS
# KVM is not asked for, as in Tests/kernel/run.sh.
timeout --kill-after=5 "${LIMIT:-900}" qemu-system-x86_64 -machine pc -accel tcg -cpu max -smp "${CPUS:-2}" -m 1536 \
    -nodefaults -no-user-config -display none -no-reboot -kernel "$cache/vmlinuz" -initrd "$cache/initramfs.gz" \
    -device bochs-display,edid=on,xres=1280,yres=800 \
    -append "console=tty0 console=ttyS0 loglevel=4 panic=-1 mitigations=off random.trust_cpu=on systemd.show_status=no" \
    -serial "file:$last/console" \
    -fsdev local,id=host,path="$base",security_model=none,readonly=on,multidevs=remap -device virtio-9p-pci,fsdev=host,mount_tag=host \
    -fsdev local,id=run,path="$last",security_model=none -device virtio-9p-pci,fsdev=run,mount_tag=run \
    </dev/null >"$last/qemu.log" 2>&1 || true
cat "$last/result" 2>/dev/null || true

if [ ! -s "$last/status" ]; then
    echo "test-gestures-plasma: the guest ended, or was ended after ${LIMIT:-900} s, before the scenario did; the last of its console:" >&2
    tail -n 20 "$last/console" "$last/qemu.log" "$last"/logs/*.log >&2 2>/dev/null || true
    exit 1
fi
echo "test-gestures-plasma: $((SECONDS - started)) s; logs are in ${last#"$PWD"/}"
exit "$(cat "$last/status")"
