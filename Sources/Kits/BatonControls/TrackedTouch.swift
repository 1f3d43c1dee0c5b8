// SPDX-License-Identifier: Apache-2.0

import BatonEvents

/// A touch that a control follows (rules CT3 to CT8).
struct TrackedTouch {
    let touch: Touch
    /// Whether it was inside the control when it was judged last (rule CT7).
    var isInside = true
    /// Whether the control has not decided yet whether to track it.
    var isBeginning = true
}
