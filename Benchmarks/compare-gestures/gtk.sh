# SPDX-License-Identifier: Apache-2.0
# Scenario: GTK 4's gestures over recordings of touches, in sway in the guest
# Usage: QEMU_OPTIONS='-icount shift=2' PATIENCE=1500 Tests/kernel/run.sh BIN "$PWD/Benchmarks/compare-gestures/gtk.sh"
# (with streams of streams.py in .build-kernel/streams). With that option the guest's clock counts instructions: a cost does not depend on
# what else the machine does.
# Each recording is played by a uinput panel to sway, whose output has the panel's size in points, and so to gtk-gestures.py, three
# times: for the gestures, for what a thousand frames cost, and for what they cost without gestures. A line of the output is a recording, what
# happened, and when, in milliseconds after the first finger went down; or a cost in milliseconds of the processor.
folder=$(dirname "$1")
export GDK_BACKEND=wayland GSK_RENDERER=cairo GDK_DEBUG=gl-disable NO_AT_BRIDGE=1 GTK_A11Y=none GSETTINGS_BACKEND=memory

panel() {
    local before
    before=$(wc -l <panel.log)
    echo "$*" >&7
    within 60 "$*" '[ "$(wc -l <panel.log)" -gt "$before" ]'
}

# The size of a recording's panel in points (rule S7), its most fingers, and its frames.
measure() {
    /usr/bin/python3 - "$1" <<'PYTHON'
import sys
axes, slots, slot, most, frames = {}, {}, 0, 1, 0
for line in open(sys.argv[1]):
    words = line.split("#")[0].split()
    if words[:1] == ["A:"]:
        axes[int(words[1], 16)] = [int(word) for word in words[2:]]
    if words[:1] == ["E:"] and words[2:4] == ["0000", "0000"]:
        frames += 1
    if words[:1] == ["E:"] and words[2] == "0003":
        code, value = int(words[3], 16), int(words[4])
        if code == 0x2f:
            slot = value
        if code == 0x39:
            slots[slot] = value >= 0
            most = max(most, sum(slots.values()))
ways = [axes[code][1] - axes[code][0] for code in (0x35, 0x36)]
resolution = axes[0x35][4] if len(axes[0x35]) > 4 else 0
scale = 160 / 25.4 / resolution if resolution > 0 else 480 / min(ways)
print(*(round(way * scale) for way in ways), most, frames)
PYTHON
}

# app WORDS...: gives the app a command, and waits until it has done it.
app() {
    local before
    before=$(wc -l <app.log)
    echo "$*" >&8
    within 60 "$*" '[ "$(wc -l <app.log)" -gt "$before" ]'
}

# What the app has used until now, in milliseconds.
cost() {
    app cost
    awk '$1 == "cost" { cost = $2 } END { print cost }' app.log
}

# The cost of a recording, for 1000 frames; a short one is played several times.
measured_play() {
    local before after plays=$((300 / frames + 1)) play
    [ "$plays" -le 6 ] || plays=6
    before=$(cost)
    for ((play = 0; play < plays; play++)); do
        panel play
        sleep 1
    done
    after=$(cost)
    echo $(((after - before) * 1000 / frames / plays))
}

start_session
start_desktop us
mkfifo panel commands
exec 7<>panel 8<>commands
"$cache/virtual-touchscreen" <&7 >>panel.log 2>&1 7>&- 8>&- &
processes+=($!)
# Bash gives what it starts in the background an empty standard input, unless a command of its own says otherwise.
background app bash -c 'exec "$@" <commands' bash "${as_user[@]}" /usr/bin/python3 "$folder/gtk-gestures.py"
within 240 "a window of GTK" 'grep -q ^shown app.log && swaymsg -t get_tree | grep -q "\"focused\": true"'
for file in "$here"/../../Kits/BatonTouchscreenTests/Recordings/*.events "$cache"/streams/*.events; do
    name=$(basename "$file" .events)
    read -r width height fingers frames < <(measure "$file")
    swaymsg output HEADLESS-1 resolution "${width}x$height" >/dev/null
    panel plug "$file"
    udevadm settle --timeout=10
    app gestures "$fingers"
    sleep 3
    lines=$(wc -l <app.log)
    panel play
    sleep 2
    tail -n +$((lines + 1)) app.log | awk -v name="$name" '$1 == "down" && !first { first = $2 }
        $1 != "down" && NF == 2 { print "figure: " name, $1, $2 - first }' | tee -a /kernel-test/figures
    with=$(measured_play)
    app none
    without=$(measured_play)
    echo "figure: $name cost $with $without" | tee -a /kernel-test/figures
    panel unplug
done
# Baton's in the same guest, with the same clock.
compared=$here/../../../.build-release/release/compare-gestures
[ ! -x "$compared" ] || "$compared" "$here"/../../Kits/BatonTouchscreenTests/Recordings/*.events "$cache"/streams/*.events |
    sed 's/^/figure: /' | tee -a /kernel-test/figures
