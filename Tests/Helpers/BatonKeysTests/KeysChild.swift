// SPDX-License-Identifier: Apache-2.0

import BatonKeysLink
import BatonProcesses
import BatonReactor
import BatonTestSupport
import SystemPackage

/// A running baton-keys, and its reports.
final class KeysChild {
    let reactor: Reactor
    private(set) var reports: [KeysReport] = []
    private(set) var exit: Subprocess.Exit?
    private(set) var linkEnd: LinkError?
    private let link: MessageLink<KeysCommand, KeysReport>
    private var process: Subprocess?
    private var nextID: UInt32 = 1
    /// Called with each report when it arrives.
    var heard: (KeysReport) -> Void = { _ in }

    init(environment: [String: String], wrapper: [String] = []) throws {
        let reactor = try Reactor()
        self.reactor = reactor
        let (ours, theirs) = try MessageSocket.pair()
        var hear: (KeysReport) -> Void = { _ in }
        var end: (LinkError) -> Void = { _ in }
        link = try MessageLink(ours, reactor: reactor) { report, _ in
            hear(report)
        } ended: {
            end($0)
        }
        hear = { [weak self] report in
            self?.reports.append(report)
            self?.heard(report)
        }
        end = { [weak self] in self?.linkEnd = $0 }
        process = try Subprocess(
            wrapper + [ChildProcess.built("baton-keys")], environment: environment, channel: theirs, reactor: reactor
        ) { [weak self] in self?.exit = $0 }
        try theirs.close()
    }

    var identifier: Int32 { process?.identifier ?? -1 }

    /// Sends a command and waits for the report that ends it.
    func ask(_ make: (UInt32) -> KeysCommand) throws -> KeysReport? {
        let id = try tell(make)
        return answer(to: id)
    }

    /// Sends a command.
    @discardableResult
    func tell(_ make: (UInt32) -> KeysCommand) throws -> UInt32 {
        defer { nextID += 1 }
        try link.send(make(nextID))
        return nextID
    }

    /// Waits for the report that ends a command; nil if none comes.
    func answer(to id: UInt32) -> KeysReport? {
        _ = reactor.turn(until: { answered(id) != nil || linkEnd != nil })
        return answered(id)
    }

    private func answered(_ id: UInt32) -> KeysReport? { reports.first { $0.id == id && $0.isAnswer } }

    /// The keys that were announced and not reported as released.
    var held: [HeldKey] {
        var held: [HeldKey] = []
        for report in reports {
            switch report {
            case .willPress(_, let key): held.append(key)
            case .released(_, let key): held.removeAll { $0 == key }
            default: break
            }
        }
        return held
    }

    func send(_ signal: SignalNumber) { process?.send(signal) }

    func hangUp() { link.close() }

    func waitForExit() -> Subprocess.Exit? {
        _ = reactor.turn(until: { exit != nil })
        return exit
    }
}
