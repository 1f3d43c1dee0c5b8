// SPDX-License-Identifier: Apache-2.0

internal import BatonKeysLink
internal import BatonReactor
internal import Logging
internal import SystemPackage

/// `baton-keys`, from batond's side: started when something is asked, ended when nothing was for a while.
///
/// It announces each key before it presses it. If it dies before it has released one, it is started again to release
/// exactly those (design §7).
@MainActor
final class KeysSupervisor {
    private let reactor: Reactor
    private let program: String?
    private let logger: Logger
    private var environment: [String: String] = [:]
    private var process: Subprocess?
    private var link: MessageLink<KeysCommand, KeysReport>?
    private var waiting: [UInt32: (then: (KeysReport) -> Void, timer: ReactorTimer)] = [:]
    private var held: [HeldKey] = []
    private var isKeeping = false
    private var nextNumber: UInt32 = 1
    private var idleTimer: ReactorTimer?

    /// Longer than it waits for a modifier to be let go.
    private static let deadline = Duration.seconds(3)
    private static let idleTime = Duration.seconds(15)
    private static let stopLimit = Duration.seconds(2)

    init(program: String?, reactor: Reactor, logger: Logger) {
        self.program = program
        self.reactor = reactor
        self.logger = logger
    }

    /// Asks the helper of a session, which is started if need be.
    ///
    /// - Parameter then: called once: with the answer, or with `failed` when none came in three seconds.
    func ask(
        _ session: DisplayEnvironment, _ command: (UInt32) -> KeysCommand, then: @escaping (KeysReport) -> Void
    ) {
        let number = nextNumber
        nextNumber &+= 1
        let problem = start(session)
        guard let link, problem == nil else {
            return then(.failed(id: number, reason: problem ?? "baton-keys does not run"))
        }
        let timer = reactor.schedule(after: Self.deadline, tolerance: .milliseconds(100)) { [weak self] in
            self?.lose("baton-keys did not answer")
        }
        waiting[number] = (then, timer)
        do throws(LinkError) {
            try link.send(command(number))
        } catch {
            lose("\(error)")
        }
    }

    /// A question is on the screen, or no longer: the answer shall not wait for the helper to start, nor a Wayland seat without
    /// a keyboard for the apps to see one (spec/undo.md §6).
    func keep(_ isOn: Bool, in session: DisplayEnvironment) {
        guard isOn || isKeeping else { return }
        isKeeping = isOn
        guard session.isWayland else { return isOn ? () : restWhenIdle() }
        // Where there is no virtual keyboard another route serves, and its own word is said there.
        ask(session, { .keep(id: $0, isOn: isOn) }, then: { _ in })
    }

    /// Ends the helper; nobody waits for it.
    func close() {
        idleTimer?.cancel()
        link?.close()
        link = nil
        process?.retire(within: Self.stopLimit)
        process = nil
        isKeeping = false
    }

    // MARK: The process

    /// - Returns: why there is none.
    private func start(_ session: DisplayEnvironment) -> String? {
        idleTimer?.cancel()
        let wanted = session.variables
        // A compositor that came back has other sockets.
        if link != nil, wanted != environment, waiting.isEmpty { close() }
        guard link == nil else { return nil }
        guard let program else { return "baton-keys is not installed beside batond or in libexec/baton" }
        environment = wanted
        do {
            let (ours, theirs) = try MessageSocket.pair()
            defer { try? theirs.close() }
            link = try MessageLink(ours, reactor: reactor) { [weak self] report, descriptor in
                try? descriptor?.close()
                self?.take(report)
            } ended: { [weak self] error in
                self?.lose("\(error)")
            }
            process = try Subprocess([program], environment: wanted, channel: theirs, reactor: reactor) { _ in }
        } catch {
            link?.close()
            link = nil
            return "baton-keys cannot be started: \(error)"
        }
        return nil
    }

    private func take(_ report: KeysReport) {
        switch report {
        case .willPress(_, let key): held.append(key)
        case .released(_, let key): held.removeAll { $0 == key }
        default:
            guard let (then, timer) = waiting.removeValue(forKey: report.id) else { return }
            timer.cancel()
            then(report)
        }
        restWhenIdle()
    }

    private func restWhenIdle() {
        guard waiting.isEmpty, held.isEmpty, !isKeeping else { return }
        idleTimer?.cancel()
        idleTimer = reactor.schedule(after: Self.idleTime, tolerance: .seconds(5)) { [weak self] in self?.close() }
    }

    /// It died or hangs: what was asked has failed, and what it held down is released by another.
    private func lose(_ reason: String) {
        guard link != nil else { return }
        process?.send(.kill)
        close()
        let asked = waiting
        waiting = [:]
        let keys = held
        held = []
        if !asked.isEmpty || !keys.isEmpty { logger.warning("baton-keys is lost: \(reason)") }
        for (number, (then, timer)) in asked {
            timer.cancel()
            then(.failed(id: number, reason: reason))
        }
        guard !keys.isEmpty else { return }
        logger.warning("releasing the keys that baton-keys held down")
        ask(DisplayEnvironment(manager: [:], own: environment), { .release(id: $0, keys: keys) }, then: { _ in })
    }
}
