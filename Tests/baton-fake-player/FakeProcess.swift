// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonReactor
import Glibc

/// The two connections, and the switch between them: the player's reactor is turned inside the control's, later or not at
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

    /// Asks for one more name.
    func takeName(_ name: String) throws {
        requests.append(
            connection.requestName(
                try BusName("org.mpris.MediaPlayer2.\(name)"), flags: [.replaceExisting, .allowReplacement]
            ) {
                [unowned self] in
                if $0 == .owned { nameOwned() }
            })
        turnPlayer()
    }

    /// Gives a name back.
    func dropName(_ name: String) {
        requests.removeAll { request in
            guard request.name.rawValue == "org.mpris.MediaPlayer2.\(name)" else { return false }
            request.release()
            return true
        }
        turnPlayer()
    }

    private func nameOwned() {
        owned += 1
        // The control name is one more.
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

    /// Stops or goes on with answering. What comes meanwhile waits in the socket, as with a process that hangs.
    func setHanging(_ isHanging: Bool) {
        self.isHanging = isHanging
        watch?.cancel()
        watch = nil
        guard !isHanging else { return }
        watch = try? reactor.watch(playerReactor.fileDescriptor, for: .readable) { [unowned self] _ in readable() }
        turnPlayer()
    }

    private func readable() {
        guard options.delay > .zero, owned > 0 else { return turnPlayer() }
        guard !isTurnScheduled else { return }
        isTurnScheduled = true
        // Not readable to us until then: the set is level-triggered.
        watch?.readiness = []
        reactor.schedule(after: options.delay) { [unowned self] in
            isTurnScheduled = false
            watch?.readiness = .readable
            turnPlayer()
        }
    }

    /// Does what the player's reactor has to do.
    func turnPlayer() {
        guard !isHanging else { return }
        for _ in 0..<1000 {
            guard (try? playerReactor.turn(timeout: .zero)) == true else { return }
        }
    }
}
