// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import BatonDrawing
import BatonJSON
import BatonMachinesLink
import BatonSetup
import BatonTranslation
import BatonValues

struct HostsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hosts", abstract: "Show the other machines, and what plays there.",
        discussion: """
            The machines are those that use the same MQTT broker. 'batonctl setup --mqtt' connects this one.
            """)

    @Flag(name: .shortAndLong, help: "Print a line at each change too, and all anew when a lost broker is back.")
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
                for host in hosts { Console.print(JSON(host.json).text) }
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
        var failure: BrokerReport?
        var wasThere = false
        let isStarted = Subcommand.lines(of: [program.path, "--hosts", "--follow"]) { line in
            guard let value = try? JSONReader.read(line) else { return }
            if let report = BrokerReport(value) {
                failure = report.state == .connected ? nil : report
                if isJSON {
                    Console.print(JSON(report.json).text)
                } else if let failure, wasThere {
                    complain(failure)
                }
                wasThere = wasThere || failure == nil
                return
            }
            guard let host = HostReport(value) else { return }
            Console.print(isJSON ? JSON(host.json).text : host.row.map { $0.shown() }.joined(separator: "  "))
        }
        guard isStarted else { throw CommandError(translated("\(program.path) cannot be started.")) }
        throw failure.map { CommandError($0) } ?? CommandError(translated("baton-mqtt has ended."))
    }

    /// It goes on, and the machines come anew when the broker is back.
    private func complain(_ report: BrokerReport) { Console.complain("\(CommandError(report))") }
}
