#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Locks, and what plays is paused and stays so: lock.sh COMMAND [ARGUMENT...], such as lock.sh swaylock.

if command -v batonctl >/dev/null; then
    set -- batonctl interrupt lock --no-resume --reason "Locked" -- "$@"
fi
exec "$@"
