#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# What plays, as a line of JSON for each change, for waybar, eww and any bar that reads lines. The text is escaped for Pango.

tab=$(printf '\t')
line="{{lc(status)}}$tab{{default(artist, playerName)}} - {{title}}"
for program in batonctl playerctl; do
    command -v "$program" >/dev/null && break
done
"$program" metadata --follow --format "$line" |
    jq --raw-input --compact-output --unbuffered 'split("\t") | {class: .[0], text: ((.[1] // "") | @html)}'
