#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Usage: docs/picture/xfce.sh BIN >docs/picture/undo-xfce.png     (BIN: the folder of the built programs; `make pictures` calls it)
# The parts of a real Xfce under Xvfb, an editor in which something was typed, and batond that was shaken.
set -euo pipefail
. "$(dirname "$0")/desk.sh"
notifyd=$(ls /usr/lib/*/xfce4/notifyd/xfce4-notifyd 2>/dev/null | head -n 1)
need Xvfb:xvfb xdotool:xdotool xprop:x11-utils xfwm4:xfwm4 xfce4-panel:xfce4-panel xfdesktop:xfdesktop4 xfsettingsd:xfce4-settings xfconf-query:xfconf \
    "${notifyd:-/no}:xfce4-notifyd" mousepad:mousepad /usr/share/themes/Greybird/index.theme:greybird-gtk-theme \
    /usr/share/icons/elementary-xfce/index.theme:elementary-xfce-icon-theme import:imagemagick pngquant:pngquant optipng:optipng
enter_room "$(cd "$1" && pwd)"
start_buses

start xvfb bash -c 'exec 3>"$1"; exec Xvfb -displayfd 3 -screen 0 "$2x24" -nolisten tcp' bash "$room/display" "$screen"
wait_for "Xvfb did not start" test -s "$room/display"
DISPLAY=:$(cat "$room/display")
export DISPLAY XDG_CURRENT_DESKTOP=XFCE XDG_SESSION_TYPE=x11 GDK_BACKEND=x11
tell_bus
# The panel as it comes, without the name of whoever runs this, and without the second one, which hides behind windows.
settings=$HOME/.config/xfce4/xfconf/xfce-perchannel-xml
run mkdir -p "$settings"
sed -e '/type="int" value="14"/d' -e '0,/<value type="int" value="2"\/>/{//d}' /etc/xdg/xfce4/panel/default.xml | run tee "$settings/xfce4-panel.xml" >/dev/null
set_up() { run xfconf-query --channel "$1" --property "$2" --create --type "$3" --set "$4"; }
set_up xsettings /Net/ThemeName string Greybird
set_up xsettings /Net/IconThemeName string elementary-xfce
set_up xsettings /Gtk/FontName string 'Noto Sans 10'
# The only one of its themes that is as large as the rest.
set_up xfwm4 /general/theme string Default-xhdpi
set_up xfwm4 /general/title_font string 'Noto Sans Bold 9'
set_up xfce4-panel /plugins/plugin-2/show-labels bool false
set_up xfce4-notifyd /theme string Greybird
make_wallpaper
set_up xsettings /Gdk/WindowScalingFactor int 2
set_up xfce4-desktop /backdrop/screen0/monitorscreen/workspace0/image-style int 5
set_up xfce4-desktop /backdrop/screen0/monitorscreen/workspace0/last-image string "$wallpaper"
set_up xfce4-desktop /desktop-icons/style int 0
start settings xfsettingsd --no-daemon
wait_for "xfsettingsd did not start" has_name org.xfce.SettingsDaemon
sleep 2
start manager xfwm4
wait_for "xfwm4 did not start" eval 'run xprop -root _NET_SUPPORTING_WM_CHECK | grep -q 0x'
start desktop xfdesktop
start panel xfce4-panel
start notifyd "$notifyd"
wait_for "xfce4-notifyd did not start" has_name org.freedesktop.Notifications

start_sensor "$pictures/../../Tests/kernel/recordings/shake.csv"
start_agent
write_note
start editor mousepad "$HOME/shopping.txt"
wait_for "no editor is in front" eval 'run xdotool search --onlyvisible --class mousepad windowactivate --sync'
sleep 3
window=$(run xdotool getactivewindow)
run xdotool windowsize "$window" 960 500 windowmove "$window" 80 300 sleep 0.5
while read -r line; do
    run xdotool type --delay 20 "$line"
    run xdotool key Return
done <<<"$typed"
sleep 1
shake_until_asked
run xdotool mousemove 1580 240 sleep 1
run import -window root "$room/screen.png"
shrink "$room/screen.png"
