// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonEvents
import BatonTestSupport
import Foundation
import Testing

/// A fault around batond, and what batond promises then: a row of docs/reliability.md.
struct Fault: Sendable, CustomTestStringConvertible {
    /// What goes wrong.
    let name: String
    /// The part that has the fault.
    let part: String
    /// The promise.
    let promise: String
    /// Causes the fault, checks the promise, and returns what was measured.
    let run: @MainActor @Sendable () throws -> String

    init(_ part: String, _ name: String, _ promise: String, run: @escaping @MainActor @Sendable () throws -> String) {
        self.part = part
        self.name = name
        self.promise = promise
        self.run = run
    }

    var testDescription: String { "\(part): \(name)" }

    /// All faults, in the order of the documentation.
    static let all: [Fault] =
        players + strangePlayers + callers + confined + apps + buses + files + configurations + processes + desks
        + sensors + audio + headsets + bluetooth

    /// A promise that was not kept.
    struct Broken: Error, CustomStringConvertible {
        let description: String
    }
}

/// Ends the row as failed unless the condition holds.
func keep(
    _ condition: Bool, _ text: @autoclosure () -> String = "it never came to that", line: Int = #line
) throws {
    if !condition { throw Fault.Broken(description: "line \(line): \(text())") }
}

/// Unwraps a value; ends the row as failed if it is nil.
func found<Wanted>(
    _ wanted: Wanted?, _ text: @autoclosure () -> String = "there is none", line: Int = #line
) throws -> Wanted {
    guard let wanted else { throw Fault.Broken(description: "line \(line): \(text())") }
    return wanted
}

/// Measures how long something takes.
func time(_ body: () throws -> Void) rethrows -> Duration {
    let start = ContinuousClock.now
    try body()
    return ContinuousClock.now - start
}

extension Duration {
    /// The duration in milliseconds, as text for the table.
    var figure: String {
        let value = self / .milliseconds(1)
        return value < 10 ? "\((value * 10).rounded() / 10) ms" : "\(Int(value.rounded())) ms"
    }
}

extension AgentStage {
    /// Starts a player in its own process, which can be killed and stopped.
    func fake(_ arguments: String...) throws -> ChildProcess {
        let process = try ChildProcess(
            [ChildProcess.built("baton-fake-player"), "--address", bus.address] + arguments,
            environment: ["SWIFT_BACKTRACE": "enable=no"])
        try keep(turn { process.printed.hasPrefix("ready") }, "\(process.printed)")
        return process
    }

    /// Calls Next of the face without waiting for the reply.
    func begin(
        _ member: MemberName = "Next", from caller: Connection? = nil, then: @escaping (ErrorName?) -> Void
    ) {
        let message = Message.methodCall(
            to: Self.face, path: StagePlayer.path, interface: StagePlayer.player, member: member)
        (caller ?? client).call(message, within: .seconds(60)) { then($0.errorName) }
    }

    /// Checks that batond still accepts a command and sends it to this player; returns how long that took.
    @discardableResult
    func expectNext(_ player: String) throws -> Duration {
        var sent = Sent()
        let took = try time { sent = try send(.nextTrack) }
        try keep(sent == .by(player), "Next went to \(sent), not to \(player): \(agent?.printed.suffix(600) ?? "")")
        return took
    }

    /// The number of batond's descriptors.
    var descriptors: Int {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(agent?.identifier ?? 0)/fd").count) ?? -1
    }
}
