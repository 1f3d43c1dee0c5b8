# SPDX-License-Identifier: Apache-2.0
# Scenario: the kernel's buffer for a user without rights: refused, and by the rule and the group baton-sensor used
start_sensor
start_session
start_baton --set shake.source=buffer
sleep 3
expect "the buffer is used without the group: $(sensor_status)" '! reads_sensor buffer'
end "$batond"

# What `make install` and `adduser YOU baton-sensor` do.
checkout=$here/../../..
systemd-sysusers "$checkout/systemd/sysusers.d/baton.conf"
sed -i '/^baton-sensor:/s/$/nobody/' /etc/group
cp "$checkout/udev/60-baton-iio.rules" /etc/udev/rules.d/
udevadm control --reload
udevadm trigger --settle --action=change --subsystem-match=iio
node=/dev/$(basename "$(readlink -f "$device")")
expect "the node is not the group's: $(ls -l "$node")" '[ "$(stat -c "%G %a" "$node")" = "baton-sensor 660" ]'
expect "nobody may read keyboards" '! "${as_user[@]}" id -Gn | grep -qw input'
# Why the rule has no uaccess: what sets the buffer up is in sysfs, which has no access lists.
if command -v python3 >/dev/null; then
    python3 -c 'import os, sys; os.setxattr(sys.argv[1], "system.posix_acl_access", b"x")' "$device/buffer/enable" 2>acl.log || true
    expect "sysfs takes access lists: $(cat acl.log)" 'grep -q "Operation not supported" acl.log'
fi
start_baton --set shake.source=buffer
await_sensor buffer
shake
expect "the buffer is on" '[ "$(cat "$device/buffer/enable")" = 1 ]'

# The scenarios after this one have no rights to the buffer.
rm /etc/udev/rules.d/60-baton-iio.rules
udevadm control --reload
