#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Usage: docs/picture/gnome.sh BIN >docs/picture/undo-gnome.png     (BIN: the folder of the built programs; `make pictures` calls it)
# A real GNOME Shell without a screen, an editor in which something was typed, and batond that was shaken.
set -euo pipefail
. "$(dirname "$0")/desk.sh"
need gnome-shell:gnome-shell gedit:gedit gjs:gjs gsettings:libglib2.0-bin \
    /usr/libexec/at-spi-bus-launcher:at-spi2-core convert:imagemagick pngquant:pngquant optipng:optipng
enter_room "$(cd "$1" && pwd)"
start_buses

export XDG_CURRENT_DESKTOP=GNOME XDG_SESSION_TYPE=wayland LIBGL_ALWAYS_SOFTWARE=1
make_wallpaper
run gsettings set org.gnome.desktop.background picture-uri "file://$wallpaper"
run gsettings set org.gnome.desktop.background picture-uri-dark "file://$wallpaper"
run gsettings set org.gnome.desktop.interface scaling-factor 2
# The compositor draws with the processor: nothing may move while Baton asks the editor.
run gsettings set org.gnome.desktop.interface cursor-blink false
run gsettings set org.gnome.desktop.interface enable-animations false
# A key that is held for long on a busy machine is typed once.
run gsettings set org.gnome.desktop.peripherals.keyboard repeat false
run gsettings set org.gnome.mutter auto-maximize false
run gsettings set org.gnome.mutter center-new-windows true
run gsettings set org.gnome.gedit.state.window state 0
run gsettings set org.gnome.gedit.state.window size '(560, 200)'
run gsettings set org.gnome.desktop.interface toolkit-accessibility true
start shell gnome-shell --headless --wayland --no-x11 --virtual-monitor "${screen%x*}x1080"
wait_for "gnome-shell did not start" has_name org.gnome.Shell
export WAYLAND_DISPLAY=wayland-0 GDK_BACKEND=wayland
tell_bus
wait_for "gnome-shell takes no keys" run gdbus introspect --session -d org.gnome.Mutter.RemoteDesktop -o /org/gnome/Mutter/RemoteDesktop
run gdbus call --session -d org.a11y.Bus -o /org/a11y/bus -m org.freedesktop.DBus.Properties.Set org.a11y.Status IsEnabled '<true>' >/dev/null

start_sensor "$pictures/../../Tests/kernel/recordings/shake.csv"
start_agent
write_note
start editor gedit "$HOME/shopping.txt"
wait_for "the editor did not start" has_name org.gnome.gedit
sleep 4
# GNOME begins with its overview.
run gdbus call --session -d org.gnome.Shell -o /org/gnome/Shell -m org.freedesktop.DBus.Properties.Set org.gnome.Shell OverviewActive '<false>' >/dev/null
sleep 1
start keyboard gjs "$room/mutter.js" type "$typed"
wait_for "nothing was typed" grep -q typed "$room/keyboard.log"
sleep 1
shake_until_asked
# GNOME shows the button when the pointer is on the question. A corner at the left would show all windows.
run gjs "$room/mutter.js" point -430 -466
sleep 1
run gjs "$room/mutter.js" screenshot "$room/screen.png"
# The sign that a program types, which is this script.
convert "$room/screen.png" -fill black -draw 'rectangle 1470,0 1625,63' -crop "$screen+0+0" +repage "$room/desk.png"
shrink "$room/desk.png"
