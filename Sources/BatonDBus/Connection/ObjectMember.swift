// SPDX-License-Identifier: Apache-2.0

/// A use of a member of an exported object.
public enum ObjectMember: Hashable, Sendable, CustomStringConvertible {
    /// Calls a method.
    case call(InterfaceName, MemberName)
    /// Reads a property, with Get or GetAll.
    case read(InterfaceName, MemberName)
    /// Sets a property.
    case write(InterfaceName, MemberName)

    /// Its interface.
    public var interface: InterfaceName {
        switch self {
        case .call(let interface, _), .read(let interface, _), .write(let interface, _): interface
        }
    }

    /// The interface and the member, with "get" or "set" before a property.
    public var description: String {
        switch self {
        case .call(let interface, let member): "\(interface).\(member)"
        case .read(let interface, let member): "get \(interface).\(member)"
        case .write(let interface, let member): "set \(interface).\(member)"
        }
    }
}

/// Checks whether the sender of a call may make it, and calls `then` once, now or later: with nil if it may, else with
/// the error for the reply.
public typealias CallCheck = (_ call: Message, _ then: @escaping (DBusError?) -> Void) -> Void
