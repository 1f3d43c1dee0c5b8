#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Usage: in-chroot.sh BASE PACKAGES SCENARIO   runs a scenario of package.sh in a system whose changes are discarded.
# It has mounts and processes of its own (`unshare --mount --pid`), so that nothing outlives it.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
base=$1 packages=$2 scenario=$3

mount --make-rprivate /
mount -t tmpfs tmpfs /mnt
mkdir /mnt/upper /mnt/work /mnt/root
mount -t overlay overlay -o "lowerdir=$base,upperdir=/mnt/upper,workdir=/mnt/work" /mnt/root
mount -t proc proc /mnt/root/proc
mount --bind /dev /mnt/root/dev
mount -t tmpfs tmpfs /mnt/root/run
mount -t tmpfs tmpfs /mnt/root/tmp
cp "$packages"/*.deb /mnt/root/tmp/
cp "$here/package.sh" /mnt/root/tmp/package.sh
timeout --kill-after=10 300 chroot /mnt/root env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
    bash /tmp/package.sh "$scenario"
