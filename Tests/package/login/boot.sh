# SPDX-License-Identifier: Apache-2.0
# The first process of the guest: installs the package, makes a user who is logged in at the first console, and becomes systemd.
set -eu
exec >/kernel-test/boot.log 2>&1
export DEBIAN_FRONTEND=noninteractive
dpkg -i /kernel-test/baton.deb
# As README.Debian says: whoever sits at the machine may read the buttons of headsets.
cp /usr/share/baton/udev/70-baton-headset.rules /etc/udev/rules.d/
useradd --create-home --shell /bin/bash ann
# The login shell runs the test, once.
cat >/home/ann/.bash_profile <<'PROFILE'
rm ~/.bash_profile
bash /kernel-test/session.sh >/kernel-test/session.log 2>&1
echo $? >/kernel-test/status
sync
touch /run/test/over
PROFILE
chown ann: /home/ann/.bash_profile

mkdir -p /etc/systemd/system/getty@tty1.service.d
cat >/etc/systemd/system/getty@tty1.service.d/login.conf <<'UNIT'
[Service]
ExecStart=
ExecStart=-/sbin/agetty --autologin ann --noclear %I linux
UNIT
# The headset, which the test presses, and the end of the machine. The user asks for both by files.
cat >/etc/systemd/system/headset.service <<'UNIT'
[Service]
ExecStartPre=/bin/sh -c 'mkdir -m 777 -p /run/test && mkfifo -m 666 /run/test/headset'
ExecStart=/bin/sh -c 'exec /kernel-test/virtual-headset <>/run/test/headset >/kernel-test/headset.log 2>&1'
UNIT
for name in over sleep; do
    cat >/etc/systemd/system/$name.path <<UNIT
[Path]
PathExists=/run/test/$name
UNIT
done
cat >/etc/systemd/system/over.service <<'UNIT'
[Service]
ExecStart=/bin/sh -c 'echo o >/proc/sysrq-trigger'
UNIT
# The kernel stops all processes for 5 s and goes on, without switching the machine off.
cat >/etc/systemd/system/sleep.service <<'UNIT'
[Service]
ExecStart=/bin/sh -c 'rm /run/test/sleep && echo freezer >/sys/power/pm_test && systemctl suspend'
UNIT
mkdir -p /etc/systemd/system/multi-user.target.wants
for unit in headset.service over.path sleep.path; do ln -s ../$unit /etc/systemd/system/multi-user.target.wants/$unit; done
ln -sf /lib/systemd/system/multi-user.target /etc/systemd/system/default.target
# What the guest has no use for, and would wait for.
systemctl mask serial-getty@ttyS0.service systemd-timesyncd.service apt-daily.timer apt-daily-upgrade.timer fstrim.timer
exec /lib/systemd/systemd
