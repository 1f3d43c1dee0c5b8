// SPDX-License-Identifier: Apache-2.0

import CDBus

/// Which signals are wanted; a nil field matches all.
///
/// For example:
/// ```swift
/// let rule = MatchRule(interface: "org.mpris.MediaPlayer2.Player", member: "Seeked")
/// let match = connection.addMatch(rule) { signal in print((try? signal.arguments()) ?? []) }
/// ```
public struct MatchRule: Hashable, Sendable {
    /// The sender: a unique name, or the bus itself. With a well-known name only the bus compares; this connection
    /// cannot.
    public var sender: BusName?
    /// The object it comes from.
    public var path: ObjectPath?
    /// The interface of the signal.
    public var interface: InterfaceName?
    /// The name of the signal.
    public var member: MemberName?
    /// The first argument, a string.
    public var arg0: String?
    /// A name that the first argument is equal to, or begins with, followed by a dot.
    public var arg0Namespace: String?

    /// Makes a rule.
    public init(
        sender: BusName? = nil, path: ObjectPath? = nil, interface: InterfaceName? = nil, member: MemberName? = nil,
        arg0: String? = nil, arg0Namespace: String? = nil
    ) {
        self.sender = sender
        self.path = path
        self.interface = interface
        self.member = member
        self.arg0 = arg0
        self.arg0Namespace = arg0Namespace
    }

    /// The rule as AddMatch takes it.
    var text: String {
        var parts = ["type='signal'"]
        func add(_ key: String, _ value: String?) {
            // An apostrophe ends the quotation, so it is written outside of one.
            guard let value else { return }
            guard value.utf8.contains(UInt8(ascii: "'")) else { return parts.append("\(key)='\(value)'") }
            let quoted = value.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
            parts.append("\(key)='\(quoted)'")
        }
        add("sender", sender?.rawValue)
        add("path", path?.rawValue)
        add("interface", interface?.rawValue)
        add("member", member?.rawValue)
        add("arg0", arg0)
        add("arg0namespace", arg0Namespace)
        return parts.joined(separator: ",")
    }

    /// Whether the rule matches the signal. Compares without copying; the first argument is read only if the rule has
    /// one.
    func matches(_ message: Message) -> Bool {
        let handle = message.handle
        if let member, !isEqual(dbus_message_get_member(handle), member.rawValue) { return false }
        if let interface, !isEqual(dbus_message_get_interface(handle), interface.rawValue) { return false }
        if let path, !isEqual(dbus_message_get_path(handle), path.rawValue) { return false }
        if let sender, sender.isUnique || sender == .bus, !message.isFrom(sender) { return false }
        guard arg0 != nil || arg0Namespace != nil else { return true }
        guard let first = message.firstString else { return false }
        if let arg0, first != arg0 { return false }
        if let space = arg0Namespace, first != space, !first.hasPrefix(space + ".") { return false }
        return true
    }
}

/// A subscription to signals, until it is cancelled.
///
/// For example:
/// ```swift
/// let match = connection.addMatch(MatchRule(member: "PropertiesChanged")) { print($0.sender ?? .bus) }
/// match.cancel()
/// ```
public final class Match {
    let rule: MatchRule
    let handler: (Message) -> Void
    /// Called each time after AddMatch was sent, so that a question sent now is answered after the match is in force.
    var subscribed: (() -> Void)?
    /// Called when the bus is lost, and with it all owners of names.
    var busLost: (() -> Void)?
    private var link: ConnectionLink?

    init(_ rule: MatchRule, connection: Connection, handler: @escaping (Message) -> Void) {
        self.rule = rule
        link = connection.link
        self.handler = handler
    }

    var isActive: Bool { link?.connection != nil }

    /// Ends the subscription; the handler is not called again.
    public func cancel() {
        link?.connection?.remove(self)
        link = nil
        subscribed = nil
        busLost = nil
    }
}
