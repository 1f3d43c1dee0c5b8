// SPDX-License-Identifier: Apache-2.0

import BatonClient
import BatonDBus

extension DBusError {
    /// Whether the name that was called has no owner, and the bus could start none.
    var saysNobodyIsThere: Bool { if case .absent = AgentError(self) { true } else { false } }
}
