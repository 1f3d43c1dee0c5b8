#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Runs a program of meetings, and what plays is quieter meanwhile: meeting.sh COMMAND [ARGUMENT...].

if command -v batonctl >/dev/null; then
    set -- batonctl interrupt call --lower --reason "My meeting" -- "$@"
fi
exec "$@"
