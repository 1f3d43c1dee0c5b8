#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Usage: Tests/kernel/run.sh BIN [SCENARIO]...    (`make test-kernel` calls it with the folder of what was built)
# Boots Debian's stock kernel in QEMU with this machine's file system as a read-only root, runs the scenarios (names of files in
# scenarios/, default all) against the real batond, baton-sensor, baton-keys and batonctl of BIN, and prints each with its result. Exits with 0 only
# when all passed. What the programs said is kept in .build-kernel/last.
# A scenario may also be the path of a file elsewhere; PATIENCE=SECONDS is the most that one takes (180). QEMU_OPTIONS has more options.
# LIMIT=SECONDS bounds the whole run (default 1800); CPUS=N is the number of the guest's processors (default 1).
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
bin=$(realpath -e "${1:?usage: run.sh BIN [SCENARIO]...}")
shift
cache=$root/.build-kernel
limit=${LIMIT:-1800}
case "$root/" in /tmp/* | /run/*) echo "test-kernel: the guest has a /tmp and a /run of its own: put the checkout elsewhere" >&2; exit 1 ;; esac
for tool in qemu-system-x86_64 cpio dpkg-deb gcc; do
    command -v "$tool" >/dev/null || { echo "test-kernel: $tool is not installed: .ci/setup kernel" >&2; exit 1; }
done

"$here/prepare.sh" "$cache"

# One run at a time in a checkout.
exec 8>"$cache/run.lock"
flock 8
last=$cache/last
rm -rf "$last"
mkdir -p "$last"
ln -s "$here/guest/main.sh" "$last/main"
{
    printf 'bin=%q\n' "$bin"
    printf 'cache=%q\n' "$cache"
    printf 'scenarios=('
    [ $# -eq 0 ] || printf '%q ' "$@"
    printf ')\n'
    printf 'patience=%q\n' "${PATIENCE:-180}"
} >"$last/settings"

# How late a value comes is measured in the guest: other work of this machine may not stop its one processor.
first=()
if chrt --rr 20 true 2>/dev/null; then first=(chrt --rr 20); fi

started=$SECONDS
# KVM is not asked for: what CI and containers offer is often nested and cannot run a stock kernel. Plain emulation is the same everywhere.
timeout --kill-after=5 "$limit" "${first[@]}" qemu-system-x86_64 -machine pc -accel tcg -cpu max -smp "${CPUS:-1}" -m 1024 \
    -nodefaults -no-user-config -display none -no-reboot \
    -kernel "$cache/vmlinuz" -initrd "$cache/initramfs.gz" \
    -append "console=ttyS0 loglevel=4 panic=-1 mitigations=off nokaslr random.trust_cpu=on" \
    ${QEMU_OPTIONS:-} -serial "file:$last/console" -serial stdio \
    -fsdev local,id=host,path=/,security_model=none,readonly=on,multidevs=remap -device virtio-9p-pci,fsdev=host,mount_tag=host \
    -fsdev local,id=run,path="$last",security_model=none -device virtio-9p-pci,fsdev=run,mount_tag=run \
    </dev/null 2>"$last/qemu.log" | cat || true

if [ ! -s "$last/status" ]; then
    echo "test-kernel: the guest ended, or was ended after $limit s, before the scenarios did; the last of its console:" >&2
    tail -n 20 "$last/console" "$last/qemu.log" >&2
    exit 1
fi
echo "test-kernel: $((SECONDS - started)) s; logs are in ${last#"$PWD"/}"
exit "$(cat "$last/status")"
