#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares the filter with 64-bit numbers to the same filter with 32-bit ones (docs/motion.md has the figures).

Usage: float32.py DIRECTORY     the trials, as `make score-attitude DIR=...` has them

The filter's sources are copied with Float in the place of Double, so the comparison is of the filter as it is now. Both are compiled with the
same options and run over the same trials.
"""
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
SOURCES = HERE.parent.parent / "Sources"
FILTER = [*(SOURCES / "BatonCoreMotion/Attitude" / f"{name}.swift" for name in ("Quaternion", "Matrix3")),
          *(file for file in sorted((SOURCES / "BatonCoreMotion/Fusion").glob("*.swift"))
            if file.stem not in ("MotionFusion", "SampleLane"))]
WIDTH = 32
BRIDGE = """
import Glibc
func float_sin(_ x: Float) -> Float { sinf(x) }
func float_cos(_ x: Float) -> Float { cosf(x) }
func float_tan(_ x: Float) -> Float { tanf(x) }
func float_asin(_ x: Float) -> Float { asinf(x) }
func float_atan2(_ y: Float, _ x: Float) -> Float { atan2f(y, x) }
func float_exp(_ x: Float) -> Float { expf(x) }
extension Quaternion {
    init(_ q: Quaternion32) { self.init(x: Double(q.x), y: Double(q.y), z: Double(q.z), w: Double(q.w)) }
}
"""


def without_imports(text):
    return re.sub(r"^(?:\w+ )?import (?:Baton\w+)$", "", text, flags=re.M)


def to_float(text, names):
    text = re.sub(r"\bDouble\b", "Float", text).replace("cmath_", "float_")
    text = re.sub(r"^internal import CMath$", "", text, flags=re.M)
    # A literal without a type is then 32 bits wide too.
    return "private typealias FloatLiteralType = Float\n" + re.sub(r"\b(" + "|".join(names) + r")\b", rf"\g<1>{WIDTH}", text)


def with_floats(score):
    for part in ("rate", "force", "field"):
        score = score.replace(f": row.{part},", f": SIMD3<Float>(row.{part}),")
    score = score.replace("VQF()", f"VQF{WIDTH}()").replace("let interval = 1 / trial.rate", "let interval = Float(1 / trial.rate)")
    score = score.replace("append(filter.attitude)", "append(Quaternion(filter.attitude))")
    score = score.replace("append(filter.magneticAttitude)", "append(Quaternion(filter.magneticAttitude))")
    return score.replace("filter.magneticAttitude.w", "Double(filter.magneticAttitude.w)")


def build(folder, name, files):
    place = pathlib.Path(folder, name)
    place.mkdir()
    paths = []
    for file, text in files.items():
        paths.append(place / file)
        paths[-1].write_text(text)
    program = place / "score"
    subprocess.run(["swiftc", "-O", "-whole-module-optimization", "-swift-version", "6", "-package-name", "baton", "-parse-as-library",
                    "-module-name", "score", "-I", SOURCES / "CMath", *paths, "-o", program], check=True)
    return program


def main(directory):
    originals = {file.name: without_imports(file.read_text()) for file in FILTER}
    names = sorted({name for text in originals.values()
                    for name in re.findall(r"\b(?:struct|enum|protocol|class) (\w+)", text)})
    frame = {file.name: without_imports(file.read_text()) for file in sorted(HERE.glob("*.swift"))}
    floats = {f"Float{name}": to_float(text, names) for name, text in originals.items()}
    narrow = frame | {"Score.swift": with_floats(frame["Score.swift"]), "Bridge.swift": BRIDGE}
    with tempfile.TemporaryDirectory() as folder:
        wide = build(folder, "wide", originals | frame)
        narrow = build(folder, "narrow", originals | floats | narrow)
        for title, program in (("64-bit numbers", wide), ("32-bit numbers", narrow)):
            print(title, flush=True)
            subprocess.run([program, directory], check=True)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: float32.py DIRECTORY")
    main(sys.argv[1])
