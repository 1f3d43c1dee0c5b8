#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# train.sh SCORE-SHAKE DATA SIM: learns Sources/Kits/BatonMotion/Shake/Model/shake.model, and writes what is told of it; `make train-shake` calls it.
# docs/shake.md says what is learned, from what, and how it is judged.
set -eu
score=$1 data=$2 sim=$3
here=$(dirname "$0")
tables=$(mktemp -d)
trap 'rm -rf "$tables"' EXIT INT TERM
python3 -m venv "$tables/python"
"$tables/python/bin/pip" install --quiet --require-hashes --no-deps --requirement "$here/requirements.txt"
"$tables/python/bin/python" "$here/inputs.py" --check "$here/inputs.txt" "$data" "$sim"
# There are few recordings, and slow sensors see little of them: they are read at several instants.
"$score" "$data" --features "$tables/data.f32" --instants 8
"$score" "$sim" --features "$tables/sim.f32"
shake=$here/../../Sources/Kits/BatonMotion/Shake
"$tables/python/bin/python" "$here/train.py" "$data" "$tables/data.f32" "$sim" "$tables/sim.f32" \
    "$shake/Model/shake.model" "$shake/ShakeOperatingCurve+Measured.swift" "$tables/folds.md" "$here/../../docs/picture"
# The curves are drawn from the file, so that what is learned and what is drawn are the same.
pictures=$here/../../docs/picture
"$pictures/shake-curves.py" dense >"$pictures/shake-curves.svg"
"$pictures/shake-curves.py" sparse >"$pictures/shake-curves-sparse.svg"
