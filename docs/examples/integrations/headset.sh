#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# For a headset's tool: a line "out" on standard input when a bud is out of the ear, and "in" when it is back.

held=
while read -r bud; do
    if [ "$bud" = out ] && [ -z "$held" ]; then
        batonctl interrupt wear --reason "My headset" -- sleep 5m &
        held=$!
    elif [ "$bud" = in ] && [ -n "$held" ]; then
        kill "$held"
        held=
    fi
done
