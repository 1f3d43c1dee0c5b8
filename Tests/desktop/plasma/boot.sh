# SPDX-License-Identifier: Apache-2.0
# The first process of the guest: loads the graphics card's driver, makes a user who is logged in at the first console, and becomes systemd.
set -eu
exec >/kernel-test/logs/boot.log 2>&1
for module in /kernel-test/modules/*; do insmod "$module"; done
useradd --create-home --shell /bin/bash ann
mkdir -p /opt/baton
# KWin's copy has no file capabilities, which the user's session would not have either.
cp /kernel-test/bin/* /usr/bin/kwin_wayland /opt/baton/
# The login shell runs the scenario, once.
cat >/home/ann/.bash_profile <<'PROFILE'
rm ~/.bash_profile
timeout --kill-after=10 800 bash /kernel-test/desktop/scenario.sh >/kernel-test/result 2>/kernel-test/logs/scenario.log
echo $? >/kernel-test/status
sync
touch /run/test/over
PROFILE
chown ann: /home/ann/.bash_profile
mkdir -p /etc/systemd/system/getty@tty1.service.d /etc/systemd/system/multi-user.target.wants
cat >/etc/systemd/system/getty@tty1.service.d/login.conf <<'UNIT'
[Service]
ExecStart=
ExecStart=-/sbin/agetty --autologin ann --noclear %I linux
UNIT
# The touchpad, and the end of the machine. The user asks for both by files.
cat >/etc/systemd/system/touchpad.service <<'UNIT'
[Service]
ExecStartPre=/bin/sh -c 'mkdir -m 777 -p /run/test && mkfifo -m 666 /run/test/touchpad'
ExecStart=/bin/sh -c 'exec /opt/baton/virtual-touchpad <>/run/test/touchpad >/kernel-test/logs/touchpad.log 2>&1'
UNIT
cat >/etc/systemd/system/over.path <<'UNIT'
[Path]
PathExists=/run/test/over
UNIT
cat >/etc/systemd/system/over.service <<'UNIT'
[Service]
ExecStart=/bin/sh -c 'echo o >/proc/sysrq-trigger'
UNIT
for unit in touchpad.service over.path; do ln -s "../$unit" "/etc/systemd/system/multi-user.target.wants/$unit"; done
ln -sf /lib/systemd/system/multi-user.target /etc/systemd/system/default.target
# What the guest has no use for, and would wait for.
systemctl mask serial-getty@ttyS0.service systemd-timesyncd.service apt-daily.timer apt-daily-upgrade.timer fstrim.timer
exec /lib/systemd/systemd
