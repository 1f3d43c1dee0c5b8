#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Usage: docs/picture/shakes.sh BIN >docs/picture/shakes.svg     (BIN: the folder of the built programs; `make pictures` calls it)
# What batonctl recognizes in one of the recordings of the tests: two shakes, and other movement that is none.
set -euo pipefail
recording=$(cd "$(dirname "$0")/../.." && pwd)/Tests/Kits/BatonMotionTests/Recordings/jointly_faros.csv.gz
echo '<!-- SPDX-License-Identifier: Apache-2.0; made by docs/picture/shakes.sh -->'
"$1/batonctl" replay "$recording" --svg -
