#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Usage: in-chroot.sh BASE DEB NEWER SCENARIO   runs a scenario of package.sh in a system whose changes are discarded.
# It has mounts and processes of its own (`unshare --mount --pid`), so that nothing outlives it.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
base=$1 deb=$2 newer=$3 scenario=$4

mount --make-rprivate /
mount -t tmpfs tmpfs /mnt
mkdir /mnt/upper /mnt/work /mnt/root
mount -t overlay overlay -o "lowerdir=$base,upperdir=/mnt/upper,workdir=/mnt/work" /mnt/root
mount -t proc proc /mnt/root/proc
mount --bind /dev /mnt/root/dev
mount -t tmpfs tmpfs /mnt/root/run
mount -t tmpfs tmpfs /mnt/root/tmp
cp "$deb" /mnt/root/tmp/baton.deb
cp "$newer" /mnt/root/tmp/newer.deb
cp "$here/package.sh" /mnt/root/tmp/package.sh
timeout --kill-after=10 300 chroot /mnt/root env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
    bash /tmp/package.sh "$scenario"
