// SPDX-License-Identifier: Apache-2.0

import BatonTestSupport
import Foundation
import Glibc
import Testing

/// A home folder in which sway 1.8 runs, and `batonctl` in it, with a terminal if it is asked at one.
final class SetupHome {
    static let configuration = ".config/sway/config"

    let stage: Stage
    let path: String
    private var terminals: [Int32] = []

    /// - Parameter text: sway's configuration; nil for a home with no folder in it.
    init(_ stage: Stage, sway text: String?) throws {
        self.stage = stage
        path = stage.directory.appending(path: "home-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        guard let text else { return }
        try write("bin/swaymsg", "#!/bin/sh\necho '{ \"major\": 1, \"minor\": 8 }'\n")
        chmod("\(path)/bin/swaymsg", 0o755)
        try write(Self.configuration, text)
    }

    deinit { for terminal in terminals { close(terminal) } }

    func write(_ name: String, _ text: String) throws {
        let file = URL(filePath: "\(path)/\(name)")
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text.write(to: file, atomically: false, encoding: .utf8)
    }

    var sway: String { (try? String(contentsOfFile: "\(path)/\(Self.configuration)", encoding: .utf8)) ?? "" }

    /// Each file with its text, without the record's empty folders and what GLib leaves.
    var files: [String: String] {
        let names = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
        return Dictionary(
            uniqueKeysWithValues: names.filter { !$0.hasPrefix(".cache") && $0 != "pid" && $0 != "answers" }.compactMap
            {
                name in (try? String(contentsOfFile: "\(path)/\(name)", encoding: .utf8)).map { (name, $0) }
            })
    }

    private func environment(_ desktop: [String: String]) -> [String: String] {
        [
            "HOME": path, "PATH": "\(path)/bin:/usr/bin:/bin", "DBUS_SESSION_BUS_ADDRESS": stage.address,
            "SWIFT_BACKTRACE": "enable=no", "SHELL": "/bin/sh",
        ].merging(desktop) { $1 }
    }

    /// Runs batonctl to its end, without a terminal.
    ///
    /// - Parameter tracer: A program, with its arguments, that runs batonctl.
    func run(
        _ arguments: String..., desktop: [String: String] = ["SWAYSOCK": "/none"], under tracer: [String] = []
    ) throws -> ChildProcess {
        try run(arguments, desktop: desktop, under: tracer)
    }

    /// Runs batonctl to its end, without a terminal.
    func run(_ arguments: [String], desktop: [String: String], under tracer: [String] = []) throws -> ChildProcess {
        let child = try ChildProcess(
            tracer + [Stage.program("batonctl")] + arguments, environment: environment(desktop))
        _ = try child.waited(on: stage)
        return child
    }

    /// Starts `batonctl setup` at a terminal; `answer` types there.
    func startAtTerminal(_ arguments: String = "") throws -> Terminal {
        let pipe = "\(path)/answers"
        unlink(pipe)
        try #require(mkfifo(pipe, 0o600) == 0)
        // Open in both directions, so that neither end waits for the other one, and no end of input comes.
        let input = open(pipe, O_RDWR | O_CLOEXEC)
        try #require(input >= 0)
        terminals.append(input)
        // The runner of the tests may ignore Ctrl-C, and its children with it.
        let command =
            "echo $$ >\(path)/pid; exec env --default-signal=INT \(Stage.program("batonctl")) setup \(arguments)"
        let child = try ChildProcess(
            ["sh", "-c", "exec script --quiet --return --command '\(command)' /dev/null <\(pipe)"],
            environment: environment(["SWAYSOCK": "/none"]))
        return Terminal(child: child, input: input, home: self)
    }

    /// `batonctl setup` at a terminal.
    struct Terminal {
        let child: ChildProcess
        fileprivate let input: Int32
        fileprivate let home: SetupHome

        /// Waits for a text on the screen.
        func wait(for text: String) throws {
            try #require(home.stage.turn { child.output.contains(text) || child.hasEnded })
            try #require(child.output.contains(text), "\(child.output)")
        }

        func answer(_ line: String) { _ = (line + "\n").withCString { Glibc.write(input, $0, strlen($0)) } }

        /// Sends a signal to batonctl itself, and waits for its end.
        func end(_ signal: Int32) throws {
            let text = try String(contentsOfFile: "\(home.path)/pid", encoding: .utf8)
            let process = try #require(Int32(text.trimmingCharacters(in: .whitespacesAndNewlines)))
            kill(process, signal)
            try #require(home.stage.turn { child.hasEnded })
        }
    }
}
