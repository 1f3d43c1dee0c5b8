#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Runs as root in a fresh Debian: the life of the packages /tmp/baton.deb, /tmp/baton-mqtt.deb and /tmp/baton-gtk.deb, and of /tmp/newer.deb,
# /tmp/newer-mqtt.deb and /tmp/newer-gtk.deb, the same with a higher version.
set -euo pipefail

unit=app-org.baton.Baton.service
wanted=/etc/systemd/user/default.target.wants/$unit

fail() {
    echo "package: $*" >&2
    exit 1
}

# The files of the system, and a sum of each in /etc; without what dpkg writes about itself, caches and logs.
files() {
    find / -xdev \( -path /proc -o -path /run -o -path /tmp -o -path /dev -o -path /sys -o -path /var/cache -o -path /var/log \
        -o -path /var/lib/dpkg -o -path /var/lib/apt -o -path /etc/ld.so.cache \) -prune -o -type f -print -o -type l -print | LC_ALL=C sort
    # The group is kept (README.Debian); its shadow file and backups change with it.
    find /etc -type f ! -name 'group*' ! -name 'gshadow*' ! -name ld.so.cache -exec sha256sum {} + | LC_ALL=C sort
}

# Files that remain are compared with those before; the group's backups are the group's.
nothing_left() {
    local left
    left=$(diff /tmp/before <(files | grep -v -e '^/etc/group-$' -e '^/etc/gshadow-$')) || fail "$1 left:"$'\n'"$left"
}

remember() { files | grep -v -e '^/etc/group-$' -e '^/etc/gshadow-$' >/tmp/before; }

version() { dpkg-query -W -f '${Version}' baton; }

works() {
    batonctl --version | grep -q '^batonctl ' || fail "batonctl does not run"
    batond --version >/dev/null || fail "batond does not run"
    for helper in baton-sensor baton-keys; do
        [ -x "/usr/libexec/baton/$helper" ] || fail "$helper is not installed"
        ! ldd "/usr/libexec/baton/$helper" | grep 'not found' || fail "$helper lacks a library"
    done
    [ -L "$wanted" ] || fail "the unit is not enabled for users"
    [ -e /etc/systemd/user/batond.service ] || fail "the unit has no alias batond.service"
    getent group baton-sensor >/dev/null || fail "the group of the accelerometer is missing"
    local found
    found=$(env XDG_RUNTIME_DIR=/tmp systemd-analyze --user --man=no verify "/usr/lib/systemd/user/$unit" 2>&1) || fail "systemd-analyze: $found"
    [ -z "$found" ] || fail "systemd-analyze: $found"
    [ -s /usr/share/man/man1/batonctl.1.gz ] && [ -s /usr/share/man/man8/batond.8.gz ] && [ -s /usr/share/man/man5/baton.conf.5.gz ] || fail "a manual page is missing"
    install -d -o nobody -m 700 /tmp/nobody
    # A bus of a user starts batond by its name.
    runuser -u nobody -- env HOME=/tmp/nobody XDG_RUNTIME_DIR=/tmp/nobody timeout 30 dbus-run-session -- batonctl info >/tmp/info 2>&1 || fail "batond does not start on a bus: $(cat /tmp/info)"
}

lifecycle() {
    remember
    dpkg -i /tmp/baton.deb >/tmp/log 2>&1 || fail "installation: $(cat /tmp/log)"
    ! grep -q 'make install' /tmp/log || fail "a fresh installation warns of another"
    local old
    old=$(version)
    works
    dpkg -i /tmp/newer.deb >/tmp/log 2>&1 || fail "upgrade: $(cat /tmp/log)"
    [ "$(version)" = "$old+newer" ] || fail "the upgrade installed $(version)"
    works
    dpkg -i /tmp/baton.deb >/tmp/log 2>&1 || fail "downgrade: $(cat /tmp/log)"
    [ "$(version)" = "$old" ] || fail "the downgrade installed $(version)"
    works
    dpkg --remove baton >/tmp/log 2>&1 || fail "removal: $(cat /tmp/log)"
    [ ! -e /usr/bin/batond ] || fail "the removal left batond"
    dpkg -i /tmp/baton.deb >/tmp/log 2>&1 || fail "installation after a removal: $(cat /tmp/log)"
    works
    dpkg --purge baton >/tmp/log 2>&1 || fail "purge: $(cat /tmp/log)"
    nothing_left "the purge"
    echo "install, upgrade, downgrade, remove, install, purge: nothing left but the group"
}

# The package of several machines, in a system of someone who has no broker yet: it is off, and says what is missing.
machines() {
    local mqtt=baton-mqtt.service status found
    remember
    dpkg -i /tmp/baton.deb /tmp/baton-mqtt.deb >/tmp/log 2>&1 || fail "installation: $(cat /tmp/log)"
    works
    baton-mqtt --version | grep -qx "baton-mqtt $(batond --version | sed 's/.* //')" || fail "baton-mqtt has another version than batond"
    found=$(find /etc/systemd -name "$mqtt")
    [ -z "$found" ] || fail "the unit is enabled for users: $found"
    found=$(env XDG_RUNTIME_DIR=/tmp systemd-analyze --user --man=no verify "/usr/lib/systemd/user/$mqtt" 2>&1) || fail "systemd-analyze: $found"
    [ -z "$found" ] || fail "systemd-analyze: $found"
    [ -s /usr/share/man/man8/baton-mqtt.8.gz ] && [ -s /usr/share/doc/baton-mqtt/copyright ] || fail "a page or the copyright is missing"
    # A restart would not help, and the unit knows it.
    status=0
    found=$(runuser -u nobody -- env HOME=/tmp/nobody XDG_RUNTIME_DIR=/tmp/nobody timeout 30 dbus-run-session -- baton-mqtt 2>&1) || status=$?
    [ "$status" -eq 78 ] && [[ $found == *'there is no broker: set [mqtt] broker in baton.conf'* ]] || fail "without a broker baton-mqtt ends with $status: $found"
    grep -qE '^RestartPreventExitStatus=.*\<78\>' "/usr/lib/systemd/user/$mqtt" || fail "the unit is restarted for ever without a broker"

    # One version for both.
    ! dpkg -i /tmp/newer-mqtt.deb >/tmp/log 2>&1 || fail "baton-mqtt is upgraded alone"
    dpkg -i /tmp/newer.deb /tmp/newer-mqtt.deb >/tmp/log 2>&1 || fail "upgrade: $(cat /tmp/log)"
    [ "$(dpkg-query -W -f '${Version}' baton-mqtt)" = "$(version)" ] || fail "the upgrade installed $(version)"
    dpkg --remove baton-mqtt >/tmp/log 2>&1 || fail "removal: $(cat /tmp/log)"
    [ ! -e /usr/bin/baton-mqtt ] && [ ! -e "/usr/lib/systemd/user/$mqtt" ] || fail "the removal left baton-mqtt"
    works
    dpkg --purge baton-mqtt baton >/tmp/log 2>&1 || fail "purge: $(cat /tmp/log)"
    nothing_left "the purge"
    echo "baton-mqtt: off at first, upgraded with baton, removed without it: nothing left"
}

# The package of the window. Nothing has a display here: it says so.
window() {
    local entry=/usr/share/applications/org.baton.Baton.Settings.desktop status found
    remember
    dpkg -i /tmp/baton.deb /tmp/baton-gtk.deb >/tmp/log 2>&1 || fail "installation: $(cat /tmp/log)"
    works
    baton-settings --version | grep -qx "baton-settings $(batond --version | sed 's/.* //')" || fail "baton-settings has another version than batond"
    for program in /usr/bin/batond /usr/bin/batonctl /usr/libexec/baton/baton-{sensor,keys,audio}; do
        ! ldd "$program" | grep -E 'libgtk|libadwaita' || fail "$program needs a toolkit"
    done
    found=$(desktop-file-validate "$entry" 2>&1) || fail "desktop-file-validate: $found"
    [ -z "$found" ] || fail "desktop-file-validate: $found"
    # A desktop leaves a file out of its menus whose program is not there.
    for program in $(sed -n 's/^Exec=\([^ ]*\).*/\1/p' "$entry" | sort -u); do
        command -v "$program" >/dev/null || fail "$entry starts $program, which is not installed"
    done
    for name in $(sed -n 's/^Exec=.* --page //p' "$entry"); do
        baton-settings --help | grep -q "^  --page .*\<$name\>" || fail "$entry has a page $name, which baton-settings does not have"
    done
    [ -s "/usr/share/icons/hicolor/scalable/apps/$(sed -n 's/^Icon=//p' "$entry").svg" ] || fail "the icon of $entry is missing"
    [ -s /usr/share/man/man1/baton-settings.1.gz ] && [ -s /usr/share/doc/baton-gtk/copyright ] || fail "a page or the copyright is missing"
    [ -s /usr/share/metainfo/org.baton.Baton.Settings.metainfo.xml ] || fail "the AppStream data is missing"
    status=0
    found=$(runuser -u nobody -- env HOME=/tmp/nobody XDG_RUNTIME_DIR=/tmp/nobody timeout 30 baton-settings 2>&1) || status=$?
    [ "$status" -eq 1 ] && [[ $found == 'baton-settings: There is no display'* ]] && [ "$(wc -l <<<"$found")" -eq 1 ] \
        || fail "without a display baton-settings ends with $status: $found"

    # One version for both.
    ! dpkg -i /tmp/newer-gtk.deb >/tmp/log 2>&1 || fail "baton-gtk is upgraded alone"
    dpkg -i /tmp/newer.deb /tmp/newer-gtk.deb >/tmp/log 2>&1 || fail "upgrade: $(cat /tmp/log)"
    [ "$(dpkg-query -W -f '${Version}' baton-gtk)" = "$(version)" ] || fail "the upgrade installed $(version)"
    dpkg --remove baton-gtk >/tmp/log 2>&1 || fail "removal: $(cat /tmp/log)"
    [ ! -e /usr/bin/baton-settings ] && [ ! -e "$entry" ] || fail "the removal left the window"
    [ -e /usr/share/applications/org.baton.Baton.desktop ] || fail "notifications have no name without the window"
    works
    dpkg --purge baton-gtk baton >/tmp/log 2>&1 || fail "purge: $(cat /tmp/log)"
    nothing_left "the purge"
    echo "baton-gtk: in the menus, upgraded with baton, removed without it: nothing left"
}

# Each of batond's helpers says which library it lacks, batond runs without them, and apt removes them without removing Baton.
without_recommended() {
    local helper status found
    apt-get install -y --no-install-recommends /tmp/baton.deb >/tmp/log 2>&1 || fail "installation: $(cat /tmp/log)"
    works
    # shellcheck disable=SC2046
    apt-get purge -y $(dpkg-query -W -f '${Recommends}' baton | sed 's/([^)]*)//g; s/,//g') >/tmp/log 2>&1 || fail "apt: $(cat /tmp/log)"
    batond --version >/dev/null || fail "batond does not run without what it recommends"
    for helper in baton-sensor baton-keys baton-audio; do
        status=0
        found=$("/usr/libexec/baton/$helper" 2>&1) || status=$?
        [ "$status" -eq 127 ] && [[ $found == *"error while loading shared libraries: lib"* ]] || fail "$helper ends with $status: $found"
    done
    runuser -u nobody -- env HOME=/tmp/nobody XDG_RUNTIME_DIR=/tmp/nobody timeout 30 dbus-run-session -- sh -c \
        'batonctl info && ! batonctl undo && batonctl info' >/tmp/info 2>&1 || fail "batond does not run on: $(cat /tmp/info)"
    echo "runs without the libraries of its helpers"
}

# The copy in /usr/local goes first; the package says so, and leaves it alone.
over_make_install() {
    mkdir -p /usr/local/bin /usr/local/lib/systemd/user
    echo '#!/bin/sh' >/usr/local/bin/batond
    echo '[Unit]' >/usr/local/lib/systemd/user/$unit
    remember
    dpkg -i /tmp/baton.deb >/tmp/log 2>&1 || fail "installation: $(cat /tmp/log)"
    grep -q "an earlier 'make install' is in /usr/local" /tmp/log || fail "no word about the copy in /usr/local: $(cat /tmp/log)"
    dpkg --purge baton >/tmp/log 2>&1 || fail "purge: $(cat /tmp/log)"
    nothing_left "the purge"
    echo "says that /usr/local goes first, and leaves it alone"
}

# The bindings of a user who is logged in are gone after the removal, byte for byte.
gives_back() {
    dpkg -i /tmp/baton.deb >/tmp/log 2>&1 || fail "installation: $(cat /tmp/log)"
    useradd --create-home --uid 1234 user
    mkdir -p /run/user/1234
    install -d -o user /home/user/.config /home/user/.config/sway
    printf 'set $mod Mod4\n# no line end' >/home/user/.config/sway/config
    cp /home/user/.config/sway/config /tmp/config
    chown -R user /run/user/1234 /home/user
    as_user="runuser -u user -- env HOME=/home/user XDG_RUNTIME_DIR=/run/user/1234 DBUS_SESSION_BUS_ADDRESS=unix:path=/run/user/1234/bus"
    $as_user dbus-daemon --session --address=unix:path=/run/user/1234/bus --fork --nopidfile
    $as_user SWAYSOCK=/run/user/1234/sway.sock batonctl setup --media-keys --yes >/tmp/log 2>&1 || fail "set-up: $(cat /tmp/log)"
    grep -q "Baton's media keys" /home/user/.config/sway/config || fail "the set-up bound nothing"
    dpkg --remove baton >/tmp/log 2>&1 || fail "removal: $(cat /tmp/log)"
    cmp /tmp/config /home/user/.config/sway/config || fail "the removal left bindings: $(cat /tmp/log)"
    # The bus and what it started end with this chroot.
    echo "the media keys of a user who is logged in are given back, byte for byte"
}

case "$1" in
    lifecycle) lifecycle ;;
    over-make-install) over_make_install ;;
    gives-back) gives_back ;;
    without-recommended) without_recommended ;;
    machines) machines ;;
    window) window ;;
    *) fail "no such scenario: $1" ;;
esac
