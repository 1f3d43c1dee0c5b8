#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# A bridge's end on the desktop: each change is a line of JSON, each line of standard input a command, such as "volume 0.4".
# With a broker: mosquitto_sub -t desk/set | bridge.sh | mosquitto_pub -l -t desk/state

batonctl status --follow --json &
status=$!
batonctl metadata --follow --json &
metadata=$!
while read -r command value; do
    case "$command" in
    play | pause | play-pause | stop | next | previous) batonctl "$command" ;;
    volume) batonctl volume "$value" ;;
    esac
done
kill "$status" "$metadata"
