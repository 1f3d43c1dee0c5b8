// SPDX-License-Identifier: Apache-2.0

import BatonDeskSupport
import BatonTestSupport
import Foundation
import Testing

/// A foreground job in a real terminal: Ctrl+Z would stop it (rule UNDO18).
@MainActor
final class TerminalJob {
    /// The terminal, or the program that starts it.
    let terminal: ChildProcess
    private let desk: OfferDesk
    private let mark: String

    /// Starts a terminal, and waits until its job has it.
    ///
    /// - Parameter command: the terminal's command line, around the shell that it runs.
    init(on desk: OfferDesk, _ command: (_ shell: [String]) -> [String]) throws {
        self.desk = desk
        mark = "\(desk.directory)/job-\(UUID().uuidString.prefix(8))"
        // The shell continues only when its job is stopped.
        let script = "set -m; echo $$ > \(mark).shell; sleep 600; touch \(mark).stopped; sleep 600"
        terminal = try desk.start(command(["bash", "--norc", "-c", script]))
        try #require(desk.turn { (try? self.hasTerminal()) == true }, "\(terminal.printed)")
    }

    /// Whether the job is stopped within some time.
    func isStopped(within limit: Duration = .seconds(1)) -> Bool {
        desk.turn(within: limit) { FileManager.default.fileExists(atPath: mark + ".stopped") }
    }

    /// Whether the terminal's keys go to the shell's job and not to the shell. That is so a moment after the shell
    /// reports the start of the job.
    private func hasTerminal() throws -> Bool {
        let shell = try String(contentsOfFile: mark + ".shell", encoding: .utf8).filter(\.isNumber)
        let text = try desk.run(["pgrep", "-P", shell, "-x", "sleep"]) ?? ""
        guard let job = Int32(text.filter(\.isNumber)) else { return false }
        let line = try String(contentsOfFile: "/proc/\(job)/stat", encoding: .utf8)
        // After the name: state, parent, group, session, terminal, the terminal's group.
        let fields = line.split(separator: ")").last?.split(separator: " ") ?? []
        return fields.count > 5 && fields[2] == fields[5]
    }
}
