#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Pauses a machine, and waits for its answer: pause.sh NAME [OPTION OF mosquitto_rr...], such as pause.sh livingroom -h broker.home
# Ends with 0 if the machine did it. The broker needs MQTT 5. Keep the password in ~/.config/mosquitto_rr (-u anna, -P ... on lines of
# their own), and not in the arguments, which every user of this machine can read.

if [ $# -eq 0 ]; then
    echo "usage: pause.sh NAME [OPTION OF mosquitto_rr...]" >&2
    exit 64
fi
machine=$1
shift
# Of this call only, and at the end of what the broker's rights let a machine answer to.
answer=$(mosquitto_rr -V 5 -W 5 -t "baton/$machine/command" -m pause -e "baton/pause-$$/answer" "$@")
case "$answer" in
*'"outcome":"handled"'*) echo "$machine is paused" ;;
'') echo "$machine does not answer" >&2 && exit 1 ;;
*) echo "$machine answers $answer" >&2 && exit 1 ;;
esac
