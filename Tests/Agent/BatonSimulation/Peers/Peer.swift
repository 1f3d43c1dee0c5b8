// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonReactor

/// A process on the simulated bus that handles its messages itself, correctly or not.
@MainActor
class Peer {
    /// Not owned: the world has this object.
    unowned let world: World
    let bus: SimulatedBus
    let transport: SimulatedTransport
    let name: BusName
    /// Whether it is on the bus.
    var isThere: Bool { transport.isOpen }
    /// The handlers of the calls that wait for replies.
    private var calls: [UInt32: (Result<Message, DBusError>) -> Void] = [:]

    init(_ world: World, on bus: SimulatedBus, isConfined: Bool = false) throws(DBusError) {
        self.world = world
        self.bus = bus
        transport = try bus.connect(process: world.newProcess(isConfined: isConfined))
        name = bus.greet(transport)
        transport.onMessage = { [weak self] in self?.receive($0) }
        transport.onDisconnect = { [weak self] in self?.busLost() }
    }

    var isConfined: Bool { world.isConfined(transport.process) }

    /// Leaves the bus at once.
    func leave() { transport.close() }

    func busLost() { calls = [:] }

    // MARK: Messages

    private func receive(_ message: Message) {
        switch message.kind {
        case .methodReturn:
            calls.removeValue(forKey: message.replySerial)?(.success(message))
        case .error:
            let error = message.error ?? DBusError(.failed, "")
            calls.removeValue(forKey: message.replySerial)?(.failure(error))
        case .methodCall: called(message)
        case .signal: signalled(message)
        case nil: break
        }
    }

    /// Handles a call to it.
    func called(_ call: Message) { refuse(call, .unknownObject) }

    /// Handles a signal.
    func signalled(_ signal: Message) {}

    func call(
        _ destination: BusName, _ path: ObjectPath, _ interface: InterfaceName, _ member: MemberName,
        _ values: [Value] = [], then: @escaping (Result<Message, DBusError>) -> Void = { _ in }
    ) {
        let message = Message.methodCall(to: destination, path: path, interface: interface, member: member)
        try? message.append(contentsOf: values)
        guard isThere else { return }
        guard let serial = transport.send(message) else { return }
        calls[serial] = then
    }

    func reply(_ call: Message, _ values: [Value] = []) {
        guard isThere, call.expectsReply else { return }
        let answer = Message.methodReturn(to: call)
        try? answer.append(contentsOf: values)
        _ = transport.send(answer)
    }

    func refuse(_ call: Message, _ error: ErrorName) {
        guard isThere, call.expectsReply else { return }
        _ = transport.send(.error(to: call, DBusError(error, "the simulated peer does not want to")))
    }

    func signal(
        _ path: ObjectPath, _ interface: InterfaceName, _ member: MemberName, _ values: [Value], to: BusName? = nil
    ) {
        guard isThere else { return }
        let signal = Message.signal(path: path, interface: interface, member: member, to: to)
        try? signal.append(contentsOf: values)
        _ = transport.send(signal)
    }

    /// Runs work later, if it is still on the bus then.
    func after(_ wait: Duration, _ work: @escaping () -> Void) {
        guard wait > .zero else { return work() }
        world.reactor.schedule(after: wait) { [weak self] in
            if self?.isThere == true { work() }
        }
    }
}
