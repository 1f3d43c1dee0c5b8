// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonInterruptions

extension LeaseKind {
    /// The model treats a bud apart: what it paused is resumed for a few minutes only (rule I43).
    var cause: InterruptionCause { self == .wear ? .wear : .lease }
}
