// SPDX-License-Identifier: Apache-2.0
import BatonDBus
import BatonReactor

/// A player that comes, stays for a moment and goes, again and again, each time by another name.
final class SoakVisitor {
    /// How long it stays, in milliseconds: too short to be asked anything, and long enough for commands.
    private static let stays = [0, 2, 10, 40]

    private let address: String
    private let reactor: Reactor
    private var connection: Connection?
    private var request: NameRequest?
    private var object: ExportedObject?
    private var isPlaying = false
    /// Whether it is on its way, there, or going.
    private(set) var isBusy = false

    init(address: String, reactor: Reactor) {
        self.address = address
        self.reactor = reactor
    }

    /// Comes, and goes by itself.
    ///
    /// - Parameter number: of the visit; no two are the same.
    func come(_ number: Int) throws {
        isBusy = true
        isPlaying = false
        let connection = try connection ?? makeConnection()
        self.connection = connection
        // One in two is another instance of one program; the others are programs that nobody has heard of.
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

    /// Gives its name back; or leaves the bus, as a program that was killed, with whatever it was asked.
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
