#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Usage: docs/picture/settings.sh BIN PAGE [light|dark] [WIDTH] [LANGUAGE] >docs/picture/settings-PAGE.png     (`make pictures` calls it)
# A page of baton-settings under Xvfb, at twice the size, with a real batond, two players and an accelerometer.
set -euo pipefail
. "$(dirname "$0")/desk.sh"
page=$2 color=${3:-light} width=${4:-860} height=640
[ -z "${5:-}" ] || export PICTURE_LANG=$5
need Xvfb:xvfb xdotool:xdotool openbox:openbox mpv:mpv sox:sox import:imagemagick pngquant:pngquant optipng:optipng \
    /usr/share/icons/Adwaita/index.theme:adwaita-icon-theme /usr/share/fonts/opentype/cantarell:fonts-cantarell
bin=$(cd "$1" && pwd)
[ -x "$bin/baton-settings" ] || refuse "$bin has no baton-settings; 'make build' builds it"
enter_room "$bin"
cp "$bin/baton-settings" "$room/bin/"
start_buses

start xvfb bash -c 'exec 3>"$1"; exec Xvfb -displayfd 3 -screen 0 2000x1500x24 -nolisten tcp' bash "$room/display"
wait_for "Xvfb did not start" test -s "$room/display"
DISPLAY=:$(cat "$room/display")
export DISPLAY XDG_SESSION_TYPE=x11 GDK_BACKEND=x11 GSK_RENDERER=cairo GDK_SCALE=2 GDK_DPI_SCALE=1
# A window without a frame of its own has no title bar twice.
start manager openbox --sm-disable
[ "$color" = light ] || export ADW_DEBUG_COLOR_SCHEME=prefer-dark

start_sensor "$pictures/../../Tests/kernel/recordings/shake.csv"
run mkdir -p "$HOME/.config/baton"
printf '# What I like\n[interruptions]\nlock = pause-resume\n\n[routing]\nignore = chromium\n' | run tee "$HOME/.config/baton/baton.conf" >/dev/null
start_agent
# What plays; of files without a picture, so that nothing is fetched.
play() {
    run sox -n "$room/home/$2.flac" synth 300 sine 220 vol 0.1
    start "player-$1" mpv --no-config --no-video --ao=null --no-terminal --script=/usr/lib/mpv-mpris/mpris.so --force-media-title="$2" "$3" "$room/home/$2.flac"
}
play one "Cello Suite No. 1" --pause=no
wait_for "no player" eval 'run batonctl list | grep -q mpv'
sleep 1
play two "The Tide, chapter 4" --pause=yes
wait_for "no second player" eval '[ "$(run batonctl list | grep -c mpv)" -ge 2 ]'
run batonctl send pause >/dev/null || true
run batonctl send play >/dev/null || true

start window "$room/bin/baton-settings" --page "$page"
wait_for "no window" eval 'run xdotool search --onlyvisible --class baton-settings'
sleep 2
window=$(run xdotool search --onlyvisible --class baton-settings | head -n 1)
run xdotool windowsize --sync "$window" $((width * 2 + 20)) $((height * 2 + 20)) windowmove "$window" 0 0 mousemove 1990 1490
# The doctor examines for two seconds.
sleep 4
[ "$page" != shake ] || { shake; sleep 3; }
run import -window "$window" "$room/window.png"
run convert "$room/window.png" -shave 10x10 "$room/picture.png"
shrink "$room/picture.png"
