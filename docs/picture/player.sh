# SPDX-License-Identifier: Apache-2.0
# Read after desk.sh by the scripts that need a real player: mpv, which plays notes to a sound server or to nobody.

need mpv:mpv sox:sox
plugin=$(ls /etc/mpv/scripts/mpris.so /usr/lib/mpv-mpris/mpris.so 2>/dev/null | head -n 1) || true
need "${plugin:-/none}:mpv-mpris"

# start_player NAME ARTIST TITLE... [-- OPTION...]
start_player() {
    local name=$1 artist=$2
    shift 2
    run mkdir -p "$HOME/$name"
    while [ $# -gt 0 ] && [ "$1" != -- ]; do
        run sox -q -n -r 16000 -c 1 --comment "TITLE=$1" --add-comment "ARTIST=$artist" "$HOME/$name/$1.flac" synth 90 sine 220 gain -24
        shift
    done
    shift $(($# > 0))
    start "$name" mpv --no-config --no-terminal --no-video --load-scripts=no --script="$plugin" --ao=pulse,null "$@" "$HOME/$name"
}
