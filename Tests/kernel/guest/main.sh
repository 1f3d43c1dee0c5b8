# SPDX-License-Identifier: Apache-2.0
# What the guest runs, as root, after guest/init.c: the few services of a system that the scenarios need, then each scenario in a shell of
# its own. Ends with the machine.
set -u
exec >/dev/ttyS1 2>&1 </dev/null
stty -F /dev/ttyS1 raw -echo

here=$(dirname "$(readlink -f "$0")")
. /kernel-test/settings
export bin cache here
programs=/run/programs
tested=(batond baton-sensor baton-keys batonctl baton-motion-app baton-fake-player)

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
    copy_programs &
    echo guest >/proc/sys/kernel/hostname
    [ -s /etc/machine-id ] || dbus-uuidgen --ensure=/etc/machine-id
    /lib/systemd/systemd-udevd --daemon >/kernel-test/udevd.log 2>&1
    wait
    bin=$programs
    local program
    for program in "${tested[@]}"; do
        as_nobody test -x "$bin/$program" || { echo "guest: a user without rights cannot run $program"; finish 1; }
    done
}

# A command without rights, and without the capabilities that setpriv would leave it.
as_nobody() { setpriv --reuid=nobody --regid=nogroup --clear-groups --inh-caps=-all --bounding-set=-all -- "$@"; }

# The checkout, and the toolchain, may lie below a home that nobody else may enter (mode 0700, as Debian makes it): the user of the scenarios
# gets copies. They are read over 9p once, so that no scenario waits for that.
copy_programs() {
    local library
    install -d "$programs"
    for program in "${tested[@]}"; do install "$bin/$program" "$programs/"; done
    for library in $(cd "$bin" && ldd "${tested[@]/#/./}" | awk '$2 == "=>" && $3 ~ "^/" { print $3 }' | sort -u); do
        as_nobody test -r "$library" || install "$library" "$programs/"
    done
}

# A scenario is a file that says its title in a line `# Scenario: ...`. It runs in a folder of its own, at most $patience s (90).
run_scenario() {
    local file=$1 name title room began ended status=0
    name=$(basename "$file" .sh)
    title=$(sed -n 's/^# Scenario: //p' "$file" | head -n 1)
    room=/tmp/$name
    mkdir -p "$room"
    chmod 777 "$room"
    began=$(cut -d ' ' -f 1 /proc/uptime)
    (cd "$room" && timeout --kill-after=5 "$patience" bash "$here/scenario.sh" "$file") >"$room/output" 2>&1 || status=$?
    ended=$(cut -d ' ' -f 1 /proc/uptime)
    printf '%-6s %5.1f s  %-12s %s\n' "$([ "$status" -eq 0 ] && echo passed || echo FAILED)" \
        "$(awk "BEGIN { print $ended - $began }")" "$name" "$title"
    if [ "$status" -ne 0 ]; then
        [ "$status" -ne 124 ] || echo "       it took more than $patience s"
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
for file in "$here"/../scenarios/*.sh "${scenarios[@]}"; do
    name=$(basename "$file" .sh)
    [[ -f $file ]] || continue
    [ ${#scenarios[@]} -eq 0 ] || [[ " ${scenarios[*]} " == *" $name "* || " ${scenarios[*]} " == *" $file "* ]] || continue
    run_scenario "$file"
    count=$((count + 1))
done
echo "$((count - failures)) of $count scenarios passed"
[ "$failures" -eq 0 ] && [ "$count" -gt 0 ] && finish 0
finish 1
