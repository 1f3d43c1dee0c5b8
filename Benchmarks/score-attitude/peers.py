#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares Baton's attitude with other filters on recordings whose attitude is known (docs/motion.md has the table).

Usage: peers.py SCORE-ATTITUDE DIRECTORY [JSON]       `make score-attitude DIR=... PEERS=1` calls it

It makes a Python environment with the pinned versions of requirements.txt in a temporary folder. The peers are PyPI's vqf, imufusion, and
Madgwick's and Mahony's filters as their papers have them, with the gains that the authors of BROAD recommend. Errors are those of BROAD: root mean
squares over the rows that move and have a reference.
"""
import gzip
import json
import math
import pathlib
import subprocess
import sys
import tempfile
import time
import venv

HERE = pathlib.Path(__file__).resolve().parent


def start_in_environment():
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        python = pathlib.Path(folder, "bin", "python")
        subprocess.run([python, "-m", "pip", "install", "--quiet", "--require-hashes", "--no-deps", "--requirement",
                        HERE / "requirements.txt"], check=True)
        return subprocess.run([python, __file__, "--inside", *sys.argv[1:]]).returncode


def multiply(a, b):
    """The product of quaternions w, x, y, z in the last axis."""
    import numpy as np
    aw, ax, ay, az = np.moveaxis(a, -1, 0)
    bw, bx, by, bz = np.moveaxis(b, -1, 0)
    return np.stack([aw * bw - ax * bx - ay * by - az * bz, aw * bx + ax * bw + ay * bz - az * by,
                     aw * by - ax * bz + ay * bw + az * bx, aw * bz + ax * by - ay * bx + az * bw], axis=-1)


def conjugate(q):
    import numpy as np
    return q * np.array([1.0, -1, -1, -1])


def vqf(force, rate, field, interval, nine):
    import vqf as module
    found = module.VQF(interval).updateBatch(rate, force, field if nine else None)
    return found["quat9D" if nine else "quat6D"]


def imufusion(force, rate, field, interval, nine):
    import imufusion as module
    import numpy as np
    filter, settings = module.Ahrs(), module.AhrsSettings()
    settings.convention, settings.sample_rate = module.CONVENTION_ENU, 1 / interval
    filter.set_settings(settings)
    out = np.empty((len(force), 4))
    degrees, g = np.degrees(rate), force / 9.80665
    for i in range(len(force)):
        if nine:
            filter.update(degrees[i], g[i], field[i])
        else:
            filter.update_no_magnetometer(degrees[i], g[i])
        out[i] = filter.get_quaternion()
    return out


def madgwick(beta):
    def run(force, rate, field, interval, nine):
        import numpy as np
        w, x, y, z = 1.0, 0.0, 0.0, 0.0
        out = np.empty((len(force), 4))
        for i, ((ax, ay, az), (gx, gy, gz)) in enumerate(zip(force.tolist(), rate.tolist())):
            n = math.sqrt(ax * ax + ay * ay + az * az) or 1
            ax, ay, az = ax / n, ay / n, az / n
            f1, f2, f3 = 2 * (x * z - w * y) - ax, 2 * (w * x + y * z) - ay, 1 - 2 * (x * x + y * y) - az
            s = (-2 * y * f1 + 2 * x * f2, 2 * z * f1 + 2 * w * f2 - 4 * x * f3,
                 -2 * w * f1 + 2 * z * f2 - 4 * y * f3, 2 * x * f1 + 2 * y * f2)
            n = math.sqrt(sum(part * part for part in s)) or 1
            d = (0.5 * (-x * gx - y * gy - z * gz) - beta * s[0] / n, 0.5 * (w * gx + y * gz - z * gy) - beta * s[1] / n,
                 0.5 * (w * gy - x * gz + z * gx) - beta * s[2] / n, 0.5 * (w * gz + x * gy - y * gx) - beta * s[3] / n)
            w, x, y, z = w + d[0] * interval, x + d[1] * interval, y + d[2] * interval, z + d[3] * interval
            n = math.sqrt(w * w + x * x + y * y + z * z)
            w, x, y, z = w / n, x / n, y / n, z / n
            out[i] = w, x, y, z
        return out
    return run


def mahony(kp, ki):
    def run(force, rate, field, interval, nine):
        import numpy as np
        w, x, y, z = 1.0, 0.0, 0.0, 0.0
        bx = by = bz = 0.0
        out = np.empty((len(force), 4))
        for i, ((ax, ay, az), (gx, gy, gz)) in enumerate(zip(force.tolist(), rate.tolist())):
            n = math.sqrt(ax * ax + ay * ay + az * az) or 1
            ax, ay, az = ax / n, ay / n, az / n
            vx, vy, vz = 2 * (x * z - w * y), 2 * (w * x + y * z), 1 - 2 * (x * x + y * y)
            ex, ey, ez = ay * vz - az * vy, az * vx - ax * vz, ax * vy - ay * vx
            bx, by, bz = bx + ki * ex * interval, by + ki * ey * interval, bz + ki * ez * interval
            gx, gy, gz = gx + kp * ex + bx, gy + kp * ey + by, gz + kp * ez + bz
            h = interval / 2
            w, x, y, z = (w + h * (-x * gx - y * gy - z * gz), x + h * (w * gx + y * gz - z * gy),
                          y + h * (w * gy - x * gz + z * gx), z + h * (w * gz + x * gy - y * gx))
            n = math.sqrt(w * w + x * x + y * y + z * z)
            w, x, y, z = w / n, x / n, y / n, z / n
            out[i] = w, x, y, z
        return out
    return run


PEERS = {"vqf 2.1.2": (vqf, True), "Madgwick, beta 0.033": (madgwick(0.033), False),
         "Madgwick, beta 0.12": (madgwick(0.12), False), "Mahony, 0.74 / 0.0012": (mahony(0.74, 0.0012), False),
         "imufusion 1.3.3": (imufusion, True)}


def scores(found, trial, rate):
    """Inclination, total, drift, as Score.swift has them."""
    import numpy as np
    used = trial["used"]
    e = multiply(found, conjugate(trial["reference"]))[used]
    e /= np.linalg.norm(e, axis=1, keepdims=True)
    inclination = 2 * np.arccos(np.minimum(1, np.hypot(e[:, 0], e[:, 3])))
    heading = 2 * np.arctan2(e[:, 3], e[:, 0])
    second = max(1, int(rate))
    mean = lambda angles: math.atan2(np.sin(angles).sum(), np.cos(angles).sum())
    start, end = mean(heading[:second]), mean(heading[-second:])
    turn = np.array([math.cos(start / 2), 0, 0, -math.sin(start / 2)])
    total = 2 * np.arccos(np.minimum(1, np.abs(multiply(turn, e)[:, 0])))
    wrapped = heading - 2 * np.pi * np.round(heading / (2 * np.pi))
    rms = lambda angles: float(np.degrees(np.sqrt(np.mean(angles ** 2))))
    change = end - start - 2 * np.pi * round((end - start) / (2 * np.pi))
    return {"inclination": rms(inclination), "total": rms(total), "heading": rms(wrapped),
            "drift": abs(math.degrees(change)) / (len(e) / rate / 60)}


def read(path):
    import numpy as np
    with gzip.open(path, "rt") as file:
        titles = next(line for line in file if not line.startswith("#")).strip().split(",")
        table = np.array([[float(cell or "nan") for cell in line.split(",")] for line in file])
    column = lambda *names: np.ascontiguousarray(table[:, [titles.index(name) for name in names]])
    reference = column("ref_w", "ref_x", "ref_y", "ref_z")
    reference /= np.linalg.norm(reference, axis=1, keepdims=True)
    times = column("t_s")[:, 0]
    return {"force": column("ax", "ay", "az"), "rate": column("gx", "gy", "gz"), "field": column("mx", "my", "mz"),
            "reference": reference, "interval": (times[-1] - times[0]) / (len(times) - 1),
            "used": (column("movement")[:, 0] == 1) & np.isfinite(reference).all(axis=1)}


def angle(a, b):
    """The angles between attitudes in degrees."""
    import numpy as np
    e = multiply(a, conjugate(b))
    return np.degrees(2 * np.arctan2(np.linalg.norm(e[:, 1:], axis=1), np.abs(e[:, 0])))


def main(program, directory, output=None):
    import numpy as np
    table, agreement, count = {}, {}, 0
    with tempfile.TemporaryDirectory() as folder:
        result = pathlib.Path(folder, "baton.json")
        subprocess.run([program, directory, "--json", result, "--quaternions", folder], check=True)
        baton = json.loads(result.read_text())
        for path in sorted(pathlib.Path(directory).glob("*.csv.gz")):
            name = path.name.split(".")[0]
            trial = read(path)
            own = np.fromfile(pathlib.Path(folder, f"{name}.f64")).reshape(-1, 8)
            entries = {"Baton": (own[:, :4], own[:, 4:], baton["ns_6d"] / 1000)}
            for peer, (run, has_field) in PEERS.items():
                start = time.process_time()
                six = run(trial["force"], trial["rate"], trial["field"], trial["interval"], False)
                cost = (time.process_time() - start) / len(six) * 1e6
                nine = run(trial["force"], trial["rate"], trial["field"], trial["interval"], True) if has_field else None
                entries[peer] = (six, nine, cost)
            for entry, (six, nine, cost) in entries.items():
                found = scores(six, trial, 1 / trial["interval"])
                found["heading_9d"] = scores(nine, trial, 1 / trial["interval"])["heading"] if nine is not None else None
                found["us"] = cost
                table.setdefault(entry, {})[name] = found
            agreement[name] = [float(np.sqrt(np.mean(angle(own[:, :4], entries["vqf 2.1.2"][0]) ** 2))),
                               float(np.sqrt(np.mean(angle(own[:, 4:], entries["vqf 2.1.2"][1]) ** 2)))]
            count += 1
    print(f"\n{count} trials at their own rate: inclination, total, drift in degrees a minute (median), heading in 9D, µs a sample")
    for entry, found in table.items():
        mean = lambda key: np.mean([trial[key] for trial in found.values()])
        heading = "-" if None in [trial["heading_9d"] for trial in found.values()] else f"{mean('heading_9d'):.3f}"
        drift = np.median([trial["drift"] for trial in found.values()])
        print(f"{entry:24}{mean('inclination'):8.3f}{mean('total'):9.2f}{drift:9.2f}{heading:>10}{mean('us'):9.2f}")
    print("Baton against vqf 2.1.2, degrees RMS:", ", ".join(f"{name} {six:.6f} (9D {nine:.6f})" for name, (six, nine) in agreement.items()))
    if output:
        pathlib.Path(output).write_text(json.dumps({"baton": baton, "native": table, "agreement": agreement}, indent=1))


if __name__ == "__main__":
    if sys.argv[1:2] == ["--inside"]:
        main(*sys.argv[2:])
    else:
        sys.exit(start_in_environment())
