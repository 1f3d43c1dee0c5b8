#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Usage: docs/picture/touches.sh BIN >docs/picture/touches.svg     BIN has batonctl, as `swift build --show-bin-path` prints it.
# Draws what batonctl recognizes in one of the recordings of the tests.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
echo '<!-- SPDX-License-Identifier: Apache-2.0; made by docs/picture/touches.sh -->'
"$1/batonctl" touches replay "$here/../../Tests/Kits/BatonTouchscreenTests/Recordings/atmel-maxtouch.4-finger-drag-down.events" --svg -
