// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonReactor

/// One connection to a ``SimulatedBus``, from its owner's side. Messages to it are queued here until they are read.
final class SimulatedTransport: Transport {
    var onMessage: ((Message) -> Void)?
    var onDisconnect: (() -> Void)?
    /// Called with each message just before its owner reads it.
    var onRead: ((Message) -> Void)?
    /// Called with each message that its owner sends, before the bus handles it.
    var onSend: ((Message) -> Void)?
    /// Returns how long a message stays unread; called for each message.
    var delay: () -> Duration = { .zero }
    /// The identifier of its process.
    let process: UInt32

    private weak var bus: SimulatedBus?
    private let reactor: Reactor
    private(set) var uniqueName: BusName?
    private var serial: UInt32 = 0
    private var inbox: [(message: Message, due: Duration)] = []
    private var head = 0
    private var isPlanned = false
    private(set) var isOpen = true

    /// The most messages that are handled in a row, as in ``LibraryTransport``.
    private static let batch = 256

    init(_ bus: SimulatedBus, process: UInt32) {
        self.bus = bus
        self.process = process
        reactor = bus.reactor
    }

    var hasUnreadInput: Bool { head < inbox.count && inbox[head].due <= reactor.now }
    var onWritten: (() -> Void)?
    var outgoingSize: Int { 0 }

    func setUniqueName(_ name: BusName) { uniqueName = name }

    func send(_ message: Message) -> UInt32? {
        guard isOpen, let bus else { return nil }
        serial += 1
        bus.stamp(message, of: self, serial)
        onSend?(message)
        bus.route(message, from: self)
        return message.serial
    }

    func close() {
        guard isOpen else { return }
        isOpen = false
        onMessage = nil
        onDisconnect = nil
        inbox = []
        head = 0
        bus?.left(self)
    }

    /// Disconnects because the bus has ended.
    func cutOff() {
        guard isOpen else { return }
        isOpen = false
        inbox = []
        head = 0
        let told = onDisconnect
        onDisconnect = nil
        reactor.deferUntilEndOfTurn { told?() }
    }

    // MARK: Reading

    func enqueue(_ message: Message, after wait: Duration = .zero) {
        guard isOpen else { return }
        let earliest = head < inbox.count ? inbox[inbox.count - 1].due : .zero
        inbox.append((message, max(earliest, reactor.now + max(wait, delay()))))
        plan()
    }

    /// Does not read before `instant`: its owner is busy or stopped.
    func stall(until instant: Duration) {
        for index in head..<inbox.count { inbox[index].due = max(inbox[index].due, instant) }
    }

    private func plan() {
        guard !isPlanned, head < inbox.count else { return }
        isPlanned = true
        let due = inbox[head].due
        if due <= reactor.now {
            reactor.deferUntilEndOfTurn { [weak self] in self?.read() }
        } else {
            reactor.schedule(at: due) { [weak self] in self?.read() }
        }
    }

    private func read() {
        isPlanned = false
        var budget = Self.batch
        while budget > 0, isOpen, head < inbox.count, inbox[head].due <= reactor.now {
            budget -= 1
            let message = inbox[head].message
            head += 1
            if head == inbox.count {
                inbox.removeAll(keepingCapacity: true)
                head = 0
            }
            onRead?(message)
            onMessage?(message)
        }
        plan()
    }
}
