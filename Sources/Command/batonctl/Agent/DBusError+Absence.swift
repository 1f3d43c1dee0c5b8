// SPDX-License-Identifier: Apache-2.0
import BatonClient
import BatonDBus

extension DBusError {
    /// Whether nobody owns the name that was called, and the bus could start nobody.
    var saysNobodyIsThere: Bool { if case .absent = AgentError(self) { true } else { false } }
}
