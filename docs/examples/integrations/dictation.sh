#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Records, and pauses what plays meanwhile: dictation.sh COMMAND [ARGUMENT...]. Without Baton it only records.

if command -v batonctl >/dev/null; then
    set -- batonctl interrupt dictation --reason "My dictation" -- "$@"
fi
exec "$@"
