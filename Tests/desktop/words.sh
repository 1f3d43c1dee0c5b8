# SPDX-License-Identifier: Apache-2.0
# Words for the desktops' scenarios: processes and waits, and what the user has. The folder of the run is $room, of its logs $last.

processes=()

fail() {
    echo "FAILED $*"
    exit 1
}

# kept PROMISE: a line of the report.
kept() { echo "passed $*"; }

# within SECONDS WHAT CONDITION: waits until the shell command CONDITION succeeds. A machine may be slow, so the bounds are wide.
within() {
    local end=$((SECONDS + $1))
    until eval "$3" >/dev/null 2>&1; do
        [ "$SECONDS" -lt "$end" ] || fail "after $1 s not: $2"
        sleep 0.1
    done
}

# background NAME COMMAND...: its output is in NAME.log. The process is $started.
background() {
    local name=$1
    shift
    setsid "$@" >"$last/$name.log" 2>&1 </dev/null 7>&- &
    started=$!
    processes+=("$started")
}

# end_batond: it ends in order when it is asked to.
end_batond() {
    local status=0
    kill -TERM "$batond"
    wait "$batond" || status=$?
    [ "$status" -eq 0 ] || fail "batond ended with $status"
}

end_all() {
    local status=$? process
    trap - EXIT INT TERM
    # The shell need not tell how a desktop takes the end of its clients.
    exec 7>&- 2>/dev/null
    for process in "${processes[@]}"; do kill -TERM -- "-$process" 2>/dev/null || true; done
    sleep 0.5
    for process in "${processes[@]}"; do kill -KILL -- "-$process" 2>/dev/null || true; done
    rm -rf "$room"
    exit "$status"
}
trap end_all EXIT
trap 'exit 1' INT TERM

# Everything that the user has: each folder, and each file with its mode and its bytes; not the folder of Baton's records.
belongings() {
    (cd "$HOME" && find . \( -path ./.cache -o -path './.local/state' \) -prune -o -printf '%M %p %l\n' -type f -exec sha256sum {} + | sort -k2)
    find "$HOME/.local/state" -type f 2>/dev/null || true
}

# settle: returns when nothing has been written for 3 s: KWin and the editor write some files by themselves, a while after they have started.
settle() {
    local end=$((SECONDS + 60))
    before=
    until [ "$before" = "$(belongings)" ]; do
        [ "$SECONDS" -lt "$end" ] || fail "the home is written again and again"
        before=$(belongings)
        sleep 3
    done
}

# expect_belongings WHEN: everything is as in $before.
expect_belongings() {
    local now
    now=$(belongings)
    [ "$now" = "$before" ] || fail "$1 something is another: $(diff <(echo "$before") <(echo "$now"))"
}
