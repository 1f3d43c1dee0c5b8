# SPDX-License-Identifier: Apache-2.0
# What the guest runs, as root, after guest/init.c: the few services of a system that the scenarios need, then each scenario in a shell of
# its own. Ends with the machine.
set -u
exec >/dev/ttyS1 2>&1 </dev/null
stty -F /dev/ttyS1 raw -echo

here=$(dirname "$0")
. /kernel-test/settings
export bin cache here

finish() {
    echo "$1" >/kernel-test/status
    sync
    echo o >/proc/sysrq-trigger
    while :; do :; done
}

prepare_system() {
    mkdir -p /dev/pts /dev/shm /run/dbus
    mount -t devpts devpts /dev/pts
    mount -t tmpfs tmpfs /dev/shm
    ln -sfn /proc/self/fd /dev/fd
    # Pages of the programs under test come over 9p: a first look here, so that no scenario waits for them.
    cat "$bin/batond" "$bin/baton-sensor" "$bin/baton-keys" "$bin/batonctl" >/dev/null 2>&1 &
    echo guest >/proc/sys/kernel/hostname
    [ -s /etc/machine-id ] || dbus-uuidgen --ensure=/etc/machine-id
    /lib/systemd/systemd-udevd --daemon >/kernel-test/udevd.log 2>&1
    wait
}

# A scenario is a file that says its title in a line `# Scenario: ...`. It runs in a folder of its own, at most 90 s.
run_scenario() {
    local file=$1 name title room began ended status=0
    name=$(basename "$file" .sh)
    title=$(sed -n 's/^# Scenario: //p' "$file" | head -n 1)
    room=/tmp/$name
    mkdir -p "$room"
    chmod 777 "$room"
    began=$(cut -d ' ' -f 1 /proc/uptime)
    (cd "$room" && timeout --kill-after=5 90 bash "$here/scenario.sh" "$file") >"$room/output" 2>&1 || status=$?
    ended=$(cut -d ' ' -f 1 /proc/uptime)
    printf '%-6s %5.1f s  %-12s %s\n' "$([ "$status" -eq 0 ] && echo passed || echo FAILED)" \
        "$(awk "BEGIN { print $ended - $began }")" "$name" "$title"
    if [ "$status" -ne 0 ]; then
        [ "$status" -ne 124 ] || echo "       it took more than 90 s"
        sed 's/^/       /' "$room/output" | tail -n 30
        failures=$((failures + 1))
    else
        sed -n 's/^figure: /                        /p' "$room/output"
    fi
    mkdir -p "/kernel-test/$name"
    find "$room" -maxdepth 1 -type f -exec cp {} "/kernel-test/$name/" \;
}

prepare_system
echo "guest: Linux $(uname -r), ready after $(cut -d ' ' -f 1 /proc/uptime) s"
failures=0 count=0
for file in "$here"/../scenarios/*.sh; do
    name=$(basename "$file" .sh)
    [ ${#scenarios[@]} -eq 0 ] || [[ " ${scenarios[*]} " == *" $name "* ]] || continue
    run_scenario "$file"
    count=$((count + 1))
done
echo "$((count - failures)) of $count scenarios passed"
[ "$failures" -eq 0 ] && [ "$count" -gt 0 ] && finish 0
finish 1
