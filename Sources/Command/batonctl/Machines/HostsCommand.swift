// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import BatonDrawing
import BatonJSON
import BatonMachinesLink
import BatonTranslation
import Glibc

struct HostsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hosts", abstract: "Show the other machines, and what plays there.",
        discussion: """
            The machines are those that use the same MQTT broker. 'batonctl setup --mqtt' connects this one.
            """)

    @Flag(name: .shortAndLong, help: "Print a line at each change too, until it is ended.")
    var follow = false
    @Flag(help: "Print a JSON object on a line for each machine.")
    var json = false
    @OptionGroup var messages: MessageOptions

    func run() throws {
        try messages.reporter.reporting { () throws(CommandError) in
            let program = try MachinesProgram()
            if follow { return try HostsFollower(program: program, isJSON: json).run() }
            let hosts = try program.hosts()
            if json {
                for host in hosts { Console.print(host.answer.text) }
            } else if hosts.isEmpty {
                Console.print(paragraph: translated("No machine has said anything at the broker yet."))
            } else {
                for line in Columns.fitted([HostReport.head] + hosts.map(\.row), Terminal.columns) {
                    Console.print(line)
                }
            }
        }
    }
}

extension HostReport {
    /// The machine as scripts see it.
    var answer: JSON {
        .object([
            ("name", .string(name)), ("title", .string(title)), ("online", .boolean(isOnline)),
            ("self", .boolean(isThisOne)), ("followed", .boolean(isFollowed)), ("version", .string(version)),
            ("status", .string(status)), ("player", .string(player)), ("track", .string(track)),
            ("artist", .string(artist)), ("interruptions", .array(interruptions.map { .string($0) })),
        ])
    }

    static var head: [String] {
        [translated("MACHINE"), translated("STATE"), translated("FOLLOWED"), translated("PLAYS")]
    }

    /// The machine in a table.
    var row: [String] { [isThisOne ? translated("\(name) (this one)") : name, state, followed, playing] }

    private var state: String { isOnline ? translated("there") : translated("away") }

    private var followed: String { isThisOne ? "-" : isFollowed ? translated("yes") : translated("no") }

    /// What plays, and what holds it.
    private var playing: String {
        guard isOnline else { return "-" }
        let word: String? =
            switch status {
            case "playing": translated("playing")
            case "paused": translated("paused")
            default: nil
            }
        let title = [artist, track].filter { !$0.isEmpty }.joined(separator: " - ")
        let parts = [word, player.isEmpty ? nil : player, title.isEmpty ? nil : title].compactMap { $0 }
        let text = parts.isEmpty ? translated("nothing") : parts.joined(separator: ", ")
        return interruptions.isEmpty ? text : "\(text) (\(interruptions.joined(separator: ", ")))"
    }
}

/// `batonctl hosts --follow`: the lines of baton-mqtt as they come.
private struct HostsFollower {
    let program: MachinesProgram
    let isJSON: Bool

    func run() throws(CommandError) {
        var ends: [CInt] = [0, 0]
        guard pipe(&ends) == 0, fcntl(ends[0], F_SETFD, FD_CLOEXEC) == 0, fcntl(ends[1], F_SETFD, FD_CLOEXEC) == 0,
            let process = start(writing: ends[1])
        else {
            throw CommandError(translated("\(program.path) cannot be started."))
        }
        close(ends[1])
        guard let file = fdopen(ends[0], "r") else { return }
        defer { fclose(file) }
        var failure: BrokerReport?
        while let line = nextLine(file) {
            guard let value = try? JSONReader.read(line) else { continue }
            if let report = BrokerReport(value) { failure = report }
            guard let host = HostReport(value) else { continue }
            Console.print(isJSON ? host.answer.text : host.row.joined(separator: "  "))
        }
        var status: CInt = 0
        while waitpid(process, &status, 0) < 0 { guard errno == EINTR else { break } }
        throw failure.map { CommandError($0) } ?? CommandError(translated("baton-mqtt has ended."))
    }

    private var words: [String] { [program.path, "--hosts", "--follow"] }

    private func start(writing descriptor: CInt) -> pid_t? {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, descriptor, 1)
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var process: pid_t = 0
        return posix_spawn(&process, program.path, &actions, nil, &arguments, environ) == 0 ? process : nil
    }

    /// The next line; nil at the end. One that is longer than any of baton-mqtt's is cut.
    private func nextLine(_ file: UnsafeMutablePointer<FILE>) -> [UInt8]? {
        var line: UnsafeMutablePointer<CChar>?
        var size = 0
        defer { free(line) }
        let count = getline(&line, &size, file)
        guard count >= 0, let line else { return nil }
        return UnsafeRawBufferPointer(start: line, count: min(count, 64 << 10)).filter { $0 != UInt8(ascii: "\n") }
    }
}
