// SPDX-License-Identifier: Apache-2.0

import BatonIIO
import Testing
