#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""An accelerometer made of files, which umockdev shows as the kernel's to programs that are started with umockdev-wrapper.

Usage: docs/picture/accelerometer.py FOLDER RECORDING
It is at rest, and plays the recording (t_s,ax,ay,az in s and m/s²) at its own speed whenever it gets SIGUSR1. FOLDER/ready says that all files are there.
"""
import os
import pathlib
import signal
import sys
import time

SCALE = 0.009807
root, recording = pathlib.Path(sys.argv[1]), sys.argv[2]
device = root / "sys/devices/hid.0/iio:device0"


def write(values):
    """In place and always with the same length, so that a reader never sees a part of a value."""
    for axis, value in zip("xyz", values):
        file = os.open(device / f"in_accel_{axis}_raw", os.O_WRONLY | os.O_CREAT, 0o644)
        os.write(file, f"{round(value / SCALE):<24}\n".encode())
        os.close(file)


def rows():
    for line in open(recording, encoding="utf-8"):
        if line[0] not in "#t":
            yield [float(cell) for cell in line.split(",")]


signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGUSR1])
device.mkdir(parents=True)
for folder in ("sys/bus/iio/devices", "dev"):
    (root / folder).mkdir(parents=True)
(root / "sys/bus/iio/devices/iio:device0").symlink_to("../../../devices/hid.0/iio:device0")
(device / "subsystem").symlink_to("../../../bus/iio")
for name, text in (("name", "bmc150_accel"), ("in_accel_scale", SCALE), ("uevent", "DEVTYPE=iio_device")):
    (device / name).write_text(f"{text}\n")
samples = list(rows())
# A tenth of a second's mean: where the device lies before the recording begins.
calm = samples[:10]
write([sum(row[axis] for row in calm) / len(calm) for axis in (1, 2, 3)])
(root / "ready").touch()
while True:
    signal.sigwait([signal.SIGUSR1])
    begin = time.monotonic() - samples[0][0]
    for at, *values in samples:
        time.sleep(max(0, begin + at - time.monotonic()))
        write(values)
