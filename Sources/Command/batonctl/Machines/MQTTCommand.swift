// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import BatonDoctor
import BatonMachinesLink
import BatonTranslation

struct MQTTCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mqtt", abstract: "Check the broker, or remove what it keeps of this machine.",
        discussion: """
            'batonctl setup --mqtt' connects this machine with a broker, and 'batonctl hosts' shows the others.

            Exit status: 0 the broker answers and refuses nothing, or everything was removed; 1 otherwise.
            """)

    @Flag(help: "Remove every topic of this machine at the broker, and what Home Assistant knows of it.")
    var forget = false
    @OptionGroup var messages: MessageOptions

    func run() throws {
        try messages.reporter.reporting { () throws(CommandError) in
            let program = try MachinesProgram()
            guard forget else { return try check(program) }
            let count = try program.forget()
            messages.reporter.say(
                count == 0
                    ? translated("The broker keeps nothing of this machine.")
                    : translated("The broker keeps nothing of this machine any more (\(count) topics removed)."))
        }
    }

    private func check(_ program: MachinesProgram) throws(CommandError) {
        let report = try program.check()
        guard report.state != .none else {
            throw CommandError(translated("There is no broker yet. Set one up: batonctl setup --mqtt"))
        }
        DoctorExamination.show(report.rows)
        guard report.rows.allSatisfy(\.isWorking) else { throw CommandError.silent }
    }
}
