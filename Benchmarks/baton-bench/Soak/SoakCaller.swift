// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonReactor

/// A caller that sends commands to Baton's face and to its own interface, several at once, and reconnects from time to
/// time.
final class SoakCaller {
    /// Calls that are in flight at once: a quarter of what one caller may have in flight at one player.
    private static let window = 16
    /// Commands after which the caller leaves the bus and comes back under another unique name.
    private static let commandsOfOneLife = 2000
    private static let members: [MemberName] = ["Next", "Previous", "PlayPause", "Play", "Pause", "Next"]

    private let address: String
    private let reactor: Reactor
    private var connection: Connection
    private var sentInThisLife = 0
    private(set) var inFlight = 0
    /// Commands that were answered, with a return or an error.
    private(set) var answered = 0
    /// How often each error was returned.
    private(set) var errors: [String: Int] = [:]

    init(address: String, reactor: Reactor) throws(DBusError) {
        self.address = address
        self.reactor = reactor
        connection = Connection(address: address, reactor: reactor)
        try connection.open()
    }

    /// Sends calls until ``window`` of them are in flight.
    func fill() throws {
        guard connection.uniqueName != nil else { return }
        guard sentInThisLife < Self.commandsOfOneLife else {
            // A caller that leaves the bus gets no more answers, so it waits for them: they are counted.
            guard inFlight == 0 else { return }
            sentInThisLife = 0
            connection.close()
            connection = Connection(address: address, reactor: reactor)
            return try connection.open()
        }
        while inFlight < Self.window, sentInThisLife < Self.commandsOfOneLife {
            sentInThisLife += 1
            inFlight += 1
            connection.call(try message(sentInThisLife), within: .seconds(60)) { [unowned self] in receive($0) }
        }
    }

    func close() { connection.close() }

    private func receive(_ result: Result<Message, DBusError>) {
        inFlight -= 1
        answered += 1
        if case .failure(let error) = result { errors[error.name.rawValue, default: 0] += 1 }
    }

    /// One message of sixteen reads a property, one is an event through Baton's own interface, and the others are
    /// commands of the face.
    private func message(_ number: Int) throws -> Message {
        let message: Message
        switch number % 16 {
        case 0:
            message = .methodCall(
                to: Soak.face, path: "/org/mpris/MediaPlayer2", interface: "org.freedesktop.DBus.Properties",
                member: "Get")
            try message.append(.string(BenchPlayer.interface.rawValue), .string("Metadata"))
        case 1:
            message = .methodCall(
                to: "org.baton.Baton1", path: "/org/baton/Baton1", interface: "org.baton.Baton1.Application",
                member: "SendRemoteControlEvent")
            try message.append(.uint32(104))
        default:
            message = .methodCall(
                to: Soak.face, path: "/org/mpris/MediaPlayer2", interface: BenchPlayer.interface,
                member: Self.members[number % Self.members.count])
        }
        return message
    }
}
