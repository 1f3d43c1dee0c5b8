#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Usage: Tests/kernel/prepare.sh CACHE
# Puts into CACHE what the guest boots from: Debian's stock kernel (downloaded and unpacked, never installed), an initramfs with
# guest/init.c and the modules it loads, and the virtual devices. What is there and up to date is left alone.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
cache=${1:?usage: prepare.sh CACHE}
mkdir -p "$cache"
cache=$(cd "$cache" && pwd)
exec 9>"$cache/lock"
flock 9

# The modules for the way to the host's file system, for HID sensor hubs with an accelerometer and a gyroscope, and for input devices of programs.
modules=(virtio_pci 9pnet_virtio 9p overlay uhid hid-sensor-hub hid-sensor-accel-3d hid-sensor-gyro-3d evdev uinput)

fetch_kernel() {
    local package download
    [ "$(dpkg --print-architecture)" = amd64 ] || { echo "test-kernel: only on amd64 so far" >&2; exit 1; }
    package=$(apt-cache depends linux-image-amd64 2>/dev/null | awk '/Depends: linux-image-/ { print $2; exit }')
    [ -n "$package" ] || { echo "test-kernel: apt does not know linux-image-amd64: run 'apt-get update' first" >&2; exit 1; }
    echo "test-kernel: fetching $package"
    download=$cache/download
    rm -rf "$download" "$cache/kernel"
    mkdir "$download"
    (cd "$download" && apt-get -q -o APT::Sandbox::User= -o Acquire::Retries=3 download "$package")
    dpkg-deb -x "$download"/*.deb "$cache/kernel"
    rm -rf "$download"
    version=$(basename "$cache"/kernel/lib/modules/*)
    /sbin/depmod -b "$cache/kernel" "$version"
    echo "$version" >"$cache/version"
}

build_initramfs() {
    local root=$cache/initramfs module path
    rm -rf "$root"
    mkdir -p "$root/modules"
    gcc -O2 -Wall -Wextra -Werror -static -o "$root/init" "$here/guest/init.c"
    for module in "${modules[@]}"; do
        /sbin/modprobe -d "$cache/kernel" -S "$version" --show-depends "$module"
    done | sed -n 's/^insmod \(.*\.ko[.a-z]*\) *.*/\1/p' | awk '!seen[$0]++' | while IFS= read -r path; do
        module=$(basename "$path")
        case "$module" in
            *.xz) module=${module%.xz}; xz -dc "$path" >"$root/modules/$module" ;;
            *) cp "$path" "$root/modules/$module" ;;
        esac
        echo "/modules/$module" >>"$root/modules/order"
    done
    (cd "$root" && find . | cpio --quiet -o -H newc) | gzip -1 >"$cache/initramfs.gz"
    rm -rf "$root"
}

[ -f "$cache/version" ] || fetch_kernel
version=$(cat "$cache/version")
cp -u "$cache/kernel/boot/vmlinuz-$version" "$cache/vmlinuz"
[ "$cache/initramfs.gz" -nt "$here/guest/init.c" ] && [ "$cache/initramfs.gz" -nt "$here/prepare.sh" ] || build_initramfs
[ "$cache/virtual-accelerometer" -nt "$here/guest/virtual-accelerometer.c" ] ||
    gcc -O2 -Wall -Wextra -Werror -o "$cache/virtual-accelerometer" "$here/guest/virtual-accelerometer.c" -lm
[ "$cache/virtual-gyroscope" -nt "$here/guest/virtual-accelerometer.c" ] ||
    gcc -O2 -Wall -Wextra -Werror -DGYROSCOPE -o "$cache/virtual-gyroscope" "$here/guest/virtual-accelerometer.c" -lm
[ "$cache/virtual-headset" -nt "$here/guest/virtual-headset.c" ] ||
    gcc -O2 -Wall -Wextra -Werror -o "$cache/virtual-headset" "$here/guest/virtual-headset.c"
[ "$cache/virtual-keyboard" -nt "$here/guest/virtual-keyboard.c" ] ||
    gcc -O2 -Wall -Wextra -Werror -o "$cache/virtual-keyboard" "$here/guest/virtual-keyboard.c"
[ "$cache/virtual-touchscreen" -nt "$here/guest/virtual-touchscreen.c" ] ||
    gcc -O2 -Wall -Wextra -Werror -o "$cache/virtual-touchscreen" "$here/guest/virtual-touchscreen.c"
