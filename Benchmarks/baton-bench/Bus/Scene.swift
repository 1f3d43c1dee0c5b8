// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonReactor
import Glibc

/// A private bus with players, a caller, and for most targets a proxy between them.
final class Scene {
    let target: Target
    let bus: PrivateBus
    let ledger: Ledger
    private(set) var proxy: ChildProcess?
    private let options: Options
    private let players: ChildProcess
    private let reactor: Reactor
    private let connection: Connection
    private let destination: BusName
    /// The unique name that owns the destination. Calls go to it, because our connection looks up a well-known name
    /// before each call, which other callers do not.
    private var owner: BusName?

    init(_ target: Target, players count: Int, isReactive: Bool = false, options: Options) throws {
        self.target = target
        self.options = options
        bus = try PrivateBus()
        ledger = try Ledger(path: bus.folder + "/ledger")
        players = try ChildProcess(
            ["/proc/self/exe", "player", "\(count)", bus.folder + "/ledger"] + (isReactive ? ["reactive"] : []),
            environment: bus.environment, readsOutput: true)
        try players.waitForLine(within: 20_000)
        reactor = try Reactor()
        connection = Connection(address: bus.address, reactor: reactor)
        destination = try target.destination()
        try connection.open()
        try turn(until: { [connection] in connection.uniqueName != nil }, for: "the bus")
    }

    deinit {
        connection.close()
        proxy?.stop()
        players.stop()
    }

    /// A scene with one player, whose proxy is started and answers.
    static func ready(_ target: Target, isReactive: Bool = false, options: Options) throws -> Scene {
        let scene = try Scene(target, players: 1, isReactive: isReactive, options: options)
        try scene.startProxy()
        try scene.settle()
        return scene
    }

    /// Starts the proxy, as an argument of another program if there is one. Returns the milliseconds until the bus
    /// announced its name.
    @discardableResult
    func startProxy(under program: [String] = []) throws -> Double {
        guard let command = target.command(options).map({ program + $0 }) else { return 0 }
        var announced: UInt64?
        var isFree = false
        let watch = connection.watchName(destination) { owner in
            isFree = owner == nil
            announced = owner == nil ? nil : MonotonicTime.now
        }
        defer { watch.cancel() }
        // The bus may not have noticed yet that the previous proxy has ended.
        try turn(until: { isFree }, for: "the name to be free")
        let start = MonotonicTime.now
        proxy = try ChildProcess(command, environment: bus.environment)
        try turn(until: { announced != nil }, for: "\(command[0]) to take its name")
        return Double((announced ?? start) - start) / 1e6
    }

    /// Ends the proxy, and kills it after so many seconds.
    func stopProxy(within seconds: Int = 2) {
        proxy?.stop(within: seconds)
        proxy = nil
        owner = nil
    }

    /// Waits until the proxy has finished its start: half a second, and until it answers a read of a player's status.
    func settle() throws {
        let start = MonotonicTime.now
        while MonotonicTime.now < start + 500_000_000 { try reactor.turn(timeout: .milliseconds(50)) }
        connection.nameOwner(of: destination) { [weak self] in self?.owner = try? $0.get() }
        try turn(until: { owner != nil }, for: "the owner of \(destination)")
        while true {
            do {
                _ = try read()
                return
            } catch {
                guard MonotonicTime.now < start + 15_000_000_000 else { throw error }
                MonotonicTime.pause(milliseconds: 50)
            }
        }
    }

    /// Calls a method of the player interface and waits for the answer.
    ///
    /// - Returns: when the call was sent and when it was answered, in nanoseconds.
    func command(_ member: MemberName) throws -> (sent: UInt64, answered: UInt64) {
        let message = Message.methodCall(
            to: owner ?? destination, path: "/org/mpris/MediaPlayer2", interface: BenchPlayer.interface,
            member: member)
        return try roundTrip(message)
    }

    /// Reads the playback status and waits for the answer.
    func read() throws -> (sent: UInt64, answered: UInt64) {
        let message = Message.methodCall(
            to: owner ?? destination, path: "/org/mpris/MediaPlayer2",
            interface: "org.freedesktop.DBus.Properties", member: "Get")
        try message.append(.string(BenchPlayer.interface.rawValue), .string("PlaybackStatus"))
        return try roundTrip(message)
    }

    private func roundTrip(_ message: Message) throws -> (sent: UInt64, answered: UInt64) {
        var answered: UInt64?
        var failure: DBusError?
        let sent = MonotonicTime.now
        connection.call(message, within: .seconds(5)) { result in
            answered = MonotonicTime.now
            if case .failure(let error) = result { failure = error }
        }
        while answered == nil { try reactor.turn(timeout: .seconds(6)) }
        if let failure { throw BenchError("\(target.rawValue) answered \(failure.name): \(failure.message)") }
        return (sent, answered ?? sent)
    }

    private func turn(until isDone: () -> Bool, for what: String) throws {
        // Below valgrind a start takes seconds.
        let end = MonotonicTime.now + 60_000_000_000
        while !isDone() {
            guard MonotonicTime.now < end else { throw BenchError("\(target.rawValue): waited a minute for \(what)") }
            try reactor.turn(timeout: .milliseconds(100))
        }
    }
}
