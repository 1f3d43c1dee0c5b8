// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonReactor
import Glibc

/// The two connections. The player's reactor is turned by the control connection's reactor, at once, later, or not at
/// all.
final class FakeProcess {
    private let options: Options
    private let reactor: Reactor
    private let playerReactor: Reactor
    private let connection: Connection
    private let control: Connection
    private let player: PlayerObject
    private var requests: [NameRequest] = []
    private var owned = 0
    private var watch: Watch?
    private var flapTimer: ReactorTimer?
    private var isTurnScheduled = false
    private var isHanging = false

    init(_ options: Options, reactor: Reactor) throws {
        self.options = options
        self.reactor = reactor
        playerReactor = try Reactor()
        connection = Connection(address: options.address, reactor: playerReactor)
        control = Connection(address: options.address, reactor: reactor)
        player = PlayerObject(options, connection: connection)
        try connection.open()
        try control.open()
        control.export(ControlObject(self, player).exported, at: "/org/baton/FakePlayer")
        _ = control.requestName(try BusName("org.baton.FakePlayer.\(options.names[0])")) { [unowned self] in
            if $0 == .owned { nameOwned() }
        }
        setHanging(false)
        for name in options.names { try takeName(name) }
    }

    // MARK: Names

    /// Requests another name.
    func takeName(_ name: String) throws {
        requests.append(
            connection.requestName(
                try BusName("org.mpris.MediaPlayer2.\(name)"), flags: [.replaceExisting, .allowReplacement]
            ) {
                [unowned self] in
                if $0 == .owned { nameOwned() }
            })
        turnPlayerUntilIdle()
    }

    /// Releases a name.
    func dropName(_ name: String) {
        requests.removeAll { request in
            guard request.name.rawValue == "org.mpris.MediaPlayer2.\(name)" else { return false }
            request.release()
            return true
        }
        turnPlayerUntilIdle()
    }

    private func nameOwned() {
        owned += 1
        // The control connection's name counts too.
        if owned == options.names.count + 1 { ready() }
    }

    private func ready() {
        if options.hangs { setHanging(true) }
        if let flap = options.flap { scheduleFlap(flap) }
        FakePlayer.write("ready\n", to: 1)
    }

    private func scheduleFlap(_ interval: Duration) {
        flapTimer = reactor.schedule(after: interval) { [unowned self] in
            for name in options.names { dropName(name) }
            flapTimer = reactor.schedule(after: interval) { [unowned self] in
                for name in options.names { try? takeName(name) }
                scheduleFlap(interval)
            }
        }
    }

    // MARK: Turning

    /// Stops answering, or goes on. Messages that come meanwhile wait in the socket, as in a process that hangs.
    func setHanging(_ isHanging: Bool) {
        self.isHanging = isHanging
        watch?.cancel()
        watch = nil
        guard !isHanging else { return }
        watch = try? reactor.watch(playerReactor.fileDescriptor, for: .readable) { [unowned self] _ in readable() }
        turnPlayerUntilIdle()
    }

    private func readable() {
        guard options.delay > .zero, owned > 0 else { return turnPlayerUntilIdle() }
        guard !isTurnScheduled else { return }
        isTurnScheduled = true
        // Not watched until then, because the epoll set is level-triggered.
        watch?.readiness = []
        reactor.schedule(after: options.delay) { [unowned self] in
            isTurnScheduled = false
            watch?.readiness = .readable
            turnPlayerUntilIdle()
        }
    }

    /// Turns the player's reactor.
    func turnPlayerUntilIdle() {
        guard !isHanging else { return }
        for _ in 0..<1000 {
            guard (try? playerReactor.turn(timeout: .zero)) == true else { return }
        }
    }
}
