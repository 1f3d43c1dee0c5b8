# SPDX-License-Identifier: Apache-2.0
# The first process of the guest, as root: the devices, a seat and a user; then scenario.sh as that user. Ends with the machine.
set -u
exec >/dev/ttyS1 2>&1 </dev/null
stty -F /dev/ttyS1 raw -echo
logs=/kernel-test/logs
mkdir -p /dev/pts /dev/shm "$logs" /run/baton
mount -t devpts devpts /dev/pts
mount -t tmpfs tmpfs /dev/shm
ln -sfn /proc/self/fd /dev/fd
echo guest >/proc/sys/kernel/hostname
dbus-uuidgen --ensure=/etc/machine-id
/lib/systemd/systemd-udevd --daemon >"$logs/udevd.log" 2>&1
# Read over 9p once.
cp /kernel-test/bin/* /run/baton/

# hand NAME PROGRAM: a device that obeys lines in /run/hands/NAME, and prints them in NAME.log when it has.
hand() {
    mkfifo -m 666 "/run/hands/$1"
    "/run/baton/$2" <>"/run/hands/$1" >"$logs/$1.log" 2>&1 &
}
mkdir -m 777 /run/hands
chmod 777 "$logs"
hand touchpad virtual-touchpad
hand keyboard virtual-keyboard
useradd --create-home --shell /bin/bash ann
SEATD_VTBOUND=0 seatd -u ann >"$logs/seatd.log" 2>&1 &
udevadm settle --timeout=20
echo "guest: Linux $(uname -r), $(sed -n 's/^PRETTY_NAME=//p' /etc/os-release), $(dpkg-query -W -f '${Package} ${Version}' sway), ready after $(cut -d ' ' -f 1 /proc/uptime) s"

install -d -o ann -m 700 /run/ann
status=0
timeout --kill-after=10 800 setpriv --reuid=ann --regid=ann --init-groups -- \
    env -i PATH=/run/baton:/usr/bin:/bin LD_LIBRARY_PATH=/run/baton HOME=/home/ann USER=ann LC_ALL=C.UTF-8 XDG_RUNTIME_DIR=/run/ann \
    SEATD_SOCK=/run/seatd.sock LIBSEAT_BACKEND=seatd XDG_SEAT=seat0 bash /kernel-test/desktop/scenario.sh || status=$?
echo "$status" >/kernel-test/status
sync
echo o >/proc/sysrq-trigger
while :; do sleep 1; done
