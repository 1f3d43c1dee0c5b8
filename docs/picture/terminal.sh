# SPDX-License-Identifier: Apache-2.0
# Read after desk.sh by the scripts that draw a terminal: a real one (tmux), in which a shell runs in the room.

need tmux:tmux

tmux() { run /usr/bin/tmux -S "$room/tmux" "$@"; }

# open_terminal COLUMNS ROWS
open_terminal() {
    printf '%s\n' 'PS1="\[\e[32m\]\$\[\e[0m\] "' 'unset HISTFILE' >"$room/shell"
    chmod 644 "$room/shell"
    SHELL=/bin/bash TERM=xterm-256color tmux -f /dev/null new-session -d -x "$1" -y "$2" "env TERM=xterm-256color bash --noprofile --rcfile '$room/shell' -i"
    tmux set-option -g status off
    tmux set-option -g history-limit 2000
    until_seen '\$'
    # Programs see the terminal's size from now on.
    sleep 0.5
}

screen() { tmux capture-pane -e -p "$@"; }

seen() { screen | grep -q -- "$1"; }

until_seen() { wait_for "the terminal never showed '$1'" seen "$1"; }

# The last line of the screen is a question.
asks() { screen | grep -v '^ *$' | tail -n 1 | grep -q 'y/N'; }

type_line() {
    tmux send-keys -l -- "$1"
    tmux send-keys Enter
}

# draw OPTION...   What the terminal shows, as a picture by terminal-to-svg.py. The folder of the room becomes that of an installation.
draw() {
    screen -J | sed -e "s#$room/bin/\(baton-[a-z]*\)#/usr/libexec/baton/\1#g" -e "s#$room/home#/home/me#g" -e "s#$room/bin#/usr/bin#g" -e "s#$room/#/#g" |
        "$pictures/terminal-to-svg.py" --made-by "$script" "$@"
}
