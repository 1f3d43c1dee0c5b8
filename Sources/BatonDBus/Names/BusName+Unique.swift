// SPDX-License-Identifier: Apache-2.0

extension BusName {
    /// Whether the bus gave the name to one connection (`:1.42`), never to another one again.
    public var isUnique: Bool { rawValue.utf8.first == UInt8(ascii: ":") }

    /// The message bus itself.
    public static let bus: BusName = "org.freedesktop.DBus"
}
