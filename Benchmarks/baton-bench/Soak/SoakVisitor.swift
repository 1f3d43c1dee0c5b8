// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonReactor

/// A player that joins the bus, stays for a moment and leaves, again and again, each time under another name.
final class SoakVisitor {
    /// How long the player stays, in milliseconds: from too short for a question to long enough for commands.
    private static let stays = [0, 2, 10, 40]

    private let address: String
    private let reactor: Reactor
    private var connection: Connection?
    private var request: NameRequest?
    private var object: ExportedObject?
    private var isPlaying = false
    /// Whether the player is joining, present, or leaving.
    private(set) var isBusy = false

    init(address: String, reactor: Reactor) {
        self.address = address
        self.reactor = reactor
    }

    /// Joins the bus. The player leaves by itself.
    ///
    /// - Parameter number: the number of the visit, which is unique.
    func come(_ number: Int) throws {
        isBusy = true
        isPlaying = false
        let connection = try connection ?? makeConnection()
        self.connection = connection
        // Half of the names are instances of one program; the others are new programs.
        let name = number.isMultiple(of: 2) ? "visitor.instance\(number)" : "visitor\(number)"
        request = connection.requestName(try BusName("org.mpris.MediaPlayer2.\(name)")) { [unowned self] in
            guard $0 == .owned else { return }
            if number.isMultiple(of: 3) {
                isPlaying = true
                object?.emitPropertiesChanged(BenchPlayer.interface, ["PlaybackStatus"])
            }
            reactor.schedule(after: .milliseconds(Self.stays[number % Self.stays.count])) { [unowned self] in
                go(dies: number % 8 == 7)
            }
        }
    }

    /// Releases the name; or disconnects without answering open calls, as a program that was killed.
    private func go(dies: Bool) {
        request?.release()
        request = nil
        if dies {
            connection?.close()
            connection = nil
        }
        isBusy = false
    }

    func close() { connection?.close() }

    private func makeConnection() throws -> Connection {
        let connection = Connection(address: address, reactor: reactor)
        let player = BenchPlayer.player(isPlaying: { [unowned self] in isPlaying }, receive: { $0.reply() })
        let object = ExportedObject(interfaces: [BenchPlayer.root(0), player])
        connection.export(object, at: "/org/mpris/MediaPlayer2")
        self.object = object
        try connection.open()
        return connection
    }
}
