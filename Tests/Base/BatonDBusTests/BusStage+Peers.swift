// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonTestSupport

extension BusStage {
    /// The outcome of a call of one peer to another.
    func call(
        _ client: Connection, _ server: Connection, path: ObjectPath = "/a", _ interface: InterfaceName?,
        _ member: MemberName, _ arguments: [Value] = []
    ) throws -> Result<[Value], DBusError> {
        try call(server.uniqueName, path, interface, member, arguments, from: client)
    }
}

extension Result where Failure == DBusError {
    /// The value, if it is one.
    var value: Success? { try? get() }
}
