// SPDX-License-Identifier: Apache-2.0

extension BusName {
    /// Whether it is a unique name (`:1.42`), which the bus gives to one connection and never to another.
    public var isUnique: Bool { rawValue.utf8.first == UInt8(ascii: ":") }

    /// The message bus itself.
    public static let bus: BusName = "org.freedesktop.DBus"
}
