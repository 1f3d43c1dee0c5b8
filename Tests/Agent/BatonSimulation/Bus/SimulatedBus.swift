// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonReactor

/// A message bus in the same process, with the rules of dbus-daemon: one order of all messages, names with queues,
/// match rules, an error for each call whose callee leaves, and a limit on the replies that a connection waits for.
final class SimulatedBus {
    let reactor: Reactor
    /// The most calls of one connection that may wait for replies (`max_replies_per_connection`).
    var mostReplies = 1000
    /// How long the bus takes for its own replies.
    var delay = Duration.zero
    /// Whether it accepts connections.
    private(set) var isUp = true

    /// In the order in which they connected.
    private var transports: [SimulatedTransport] = []
    private var byName: [BusName: SimulatedTransport] = [:]
    /// The connections in the queue of each name, the owner first.
    private var queues: [BusName: [SimulatedTransport]] = [:]
    private var rules: [ObjectIdentifier: [BusRule]] = [:]
    private var awaited: [Awaited: SimulatedTransport] = [:]
    private var awaitedCounts: [ObjectIdentifier: Int] = [:]
    private var number = 0
    private var serial: UInt32 = 0

    private struct Awaited: Hashable {
        let caller: BusName
        let serial: UInt32
    }

    init(reactor: Reactor) {
        self.reactor = reactor
    }

    // MARK: Connecting

    /// Creates a connection that has not called `Hello` yet.
    func connect(process: UInt32) throws(DBusError) -> SimulatedTransport {
        guard isUp else { throw DBusError(.noServer, "the simulated bus is down") }
        let transport = SimulatedTransport(self, process: process)
        transports.append(transport)
        return transport
    }

    /// Gives the connection its unique name.
    func greet(_ transport: SimulatedTransport) -> BusName {
        if let name = transport.uniqueName { return name }
        number += 1
        // A colon, digits and a dot are always a valid name.
        guard let name = try? BusName(":1.\(number)") else { preconditionFailure("no unique name \(number)") }
        transport.setUniqueName(name)
        byName[name] = transport
        tellOwner(of: name, from: nil, to: name)
        return name
    }

    /// Ends the bus, and forgets all names, rules and calls.
    func stop() {
        isUp = false
        let all = transports
        transports = []
        byName = [:]
        queues = [:]
        rules = [:]
        awaited = [:]
        awaitedCounts = [:]
        for transport in all { transport.cutOff() }
    }

    func start() { isUp = true }

    func left(_ transport: SimulatedTransport) {
        guard let index = transports.firstIndex(where: { $0 === transport }) else { return }
        transports.remove(at: index)
        rules[ObjectIdentifier(transport)] = nil
        for name in queues.keys.sorted(by: { $0.rawValue < $1.rawValue }) { dequeue(transport, from: name) }
        guard let own = transport.uniqueName else { return }
        byName[own] = nil
        tellOwner(of: own, from: own, to: nil)
        for key in awaited.keys.filter({ $0.caller == own }) { forget(key) }
        let orphans = awaited.filter { $0.value === transport }.keys.sorted { $0.serial < $1.serial }
        for key in orphans {
            forget(key)
            refuse(key.caller, key.serial, DBusError(.noReply, "the callee left the bus"))
        }
    }

    // MARK: Routing

    func stamp(_ message: Message, of transport: SimulatedTransport, _ serial: UInt32) {
        message.stamp(serial: serial, sender: transport.uniqueName ?? ":0.0")
    }

    /// The number of replies that a connection waits for.
    func awaitedCount(of transport: SimulatedTransport) -> Int {
        awaitedCounts[ObjectIdentifier(transport), default: 0]
    }

    func route(_ message: Message, from sender: SimulatedTransport) {
        guard let destination = message.destination else {
            if message.kind == .signal { broadcast(message, from: sender) }
            return
        }
        if destination == .bus { return drive(message, from: sender) }
        guard let receiver = owner(of: destination) else {
            if message.expectsReply, let caller = sender.uniqueName {
                let error = DBusError(.nameHasNoOwner, "no connection owns '\(destination)'")
                refuse(caller, message.serial, error)
            }
            return
        }
        if message.expectsReply {
            guard expect(message, of: sender, from: receiver) else { return }
        } else if message.kind != .signal {
            let key = Awaited(caller: destination, serial: message.replySerial)
            if awaited[key] === sender { forget(key) }
        }
        receiver.enqueue(message.forReceiver())
    }

    private func expect(_ call: Message, of sender: SimulatedTransport, from receiver: SimulatedTransport) -> Bool {
        guard let caller = sender.uniqueName else { return false }
        guard awaitedCount(of: sender) < mostReplies else {
            refuse(caller, call.serial, DBusError(.limitsExceeded, "too many calls wait for an answer"))
            return false
        }
        awaited[Awaited(caller: caller, serial: call.serial)] = receiver
        awaitedCounts[ObjectIdentifier(sender), default: 0] += 1
        return true
    }

    private func forget(_ key: Awaited) {
        guard awaited.removeValue(forKey: key) != nil, let caller = byName[key.caller] else { return }
        awaitedCounts[ObjectIdentifier(caller), default: 1] -= 1
    }

    private func broadcast(_ message: Message, from sender: SimulatedTransport?) {
        let signal = SimulatedSignal(message) { [queues] text in
            guard let sender else { return text == BusName.bus.rawValue }
            if sender.uniqueName?.rawValue == text { return true }
            return (try? BusName(text)).map { queues[$0]?.first === sender } ?? false
        }
        for transport in transports where transport.uniqueName != nil {
            guard let rules = rules[ObjectIdentifier(transport)], rules.contains(where: { $0.matches(signal) }) else {
                continue
            }
            transport.enqueue(message.forReceiver())
        }
    }

    func owner(of name: BusName) -> SimulatedTransport? {
        name.isUnique ? byName[name] : queues[name]?.first
    }

    // MARK: What the bus says itself

    /// Sends a message of the bus itself.
    func say(_ message: Message, to transport: SimulatedTransport) {
        serial += 1
        message.stamp(serial: serial, sender: .bus)
        // Later messages to the same connection must arrive after it.
        transport.enqueue(message, after: delay)
    }

    private func refuse(_ caller: BusName, _ serial: UInt32, _ error: DBusError) {
        guard let transport = byName[caller], let answer = try? Message.forgedError(to: caller, serial: serial, error)
        else { return }
        say(answer, to: transport)
    }

    private func tellOwner(of name: BusName, from old: BusName?, to new: BusName?) {
        let signal = Message.signal(
            path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus", member: "NameOwnerChanged")
        try? signal.append(.string(name.rawValue), .string(old?.rawValue ?? ""), .string(new?.rawValue ?? ""))
        serial += 1
        signal.stamp(serial: serial, sender: .bus)
        broadcast(signal, from: nil)
    }

    private func tell(_ member: MemberName, _ name: BusName, to transport: SimulatedTransport) {
        guard let receiver = transport.uniqueName, transport.isOpen else { return }
        let signal = Message.signal(
            path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus", member: member, to: receiver)
        try? signal.append(.string(name.rawValue))
        say(signal, to: transport)
    }

    // MARK: Names

    func addRule(_ text: String, for transport: SimulatedTransport) {
        rules[ObjectIdentifier(transport), default: []].append(BusRule(text))
    }

    func removeRule(_ text: String, for transport: SimulatedTransport) -> Bool {
        let id = ObjectIdentifier(transport)
        guard let index = rules[id]?.firstIndex(where: { $0.text == text }) else { return false }
        rules[id]?.remove(at: index)
        return true
    }

    var ownedNames: [String] {
        ([BusName.bus.rawValue] + byName.keys.map(\.rawValue) + queues.keys.map(\.rawValue)).sorted()
    }

    /// The result of RequestName: 1 owner, 2 queued, 3 taken, 4 already owner.
    func request(_ name: BusName, mayQueue: Bool, for transport: SimulatedTransport) -> UInt32 {
        guard let own = transport.uniqueName else { return 3 }
        guard let owner = queues[name]?.first else {
            queues[name] = [transport]
            tellOwner(of: name, from: nil, to: own)
            tell("NameAcquired", name, to: transport)
            return 1
        }
        if owner === transport { return 4 }
        guard mayQueue else { return 3 }
        if queues[name]?.contains(where: { $0 === transport }) == false { queues[name]?.append(transport) }
        return 2
    }

    /// Whether the connection was in the queue of the name.
    @discardableResult
    func dequeue(_ transport: SimulatedTransport, from name: BusName) -> Bool {
        guard let index = queues[name]?.firstIndex(where: { $0 === transport }) else { return false }
        queues[name]?.remove(at: index)
        let heir = queues[name]?.first
        if heir == nil { queues[name] = nil }
        guard index == 0 else { return true }
        tellOwner(of: name, from: transport.uniqueName, to: heir?.uniqueName)
        tell("NameLost", name, to: transport)
        if let heir { tell("NameAcquired", name, to: heir) }
        return true
    }
}
