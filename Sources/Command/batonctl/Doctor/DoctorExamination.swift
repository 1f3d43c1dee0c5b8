// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonClient
import BatonDBus
import BatonSetup
import BatonShortcuts
import BatonTranslation

/// What `batonctl doctor` examines, with or without the agent.
enum DoctorExamination {
    /// Prints the promises, and below them all rows, or only those that need repair.
    static func show(_ report: DoctorReport, all: Bool) {
        PromiseTable.print(report.promises)
        let rows = all ? report.rows : report.repairs
        if !rows.isEmpty {
            Console.print("")
            if !all { Console.print(translated("Also to repair:")) }
            let table = DoctorTable(
                rows: rows, isFault: report.isFault, isColored: Terminal.isThere && Terminal.isColored,
                columns: Terminal.columns)
            for line in table.lines { Console.print(line) }
        }
        guard !all else { return }
        Console.print("")
        Console.print(paragraph: translated("All details: batonctl doctor --all"))
    }

    /// Asks the agent, or examines what it can without it.
    ///
    /// - Returns: The report, and the error that ends the command when the agent could not be asked.
    static func examine(isVerbose: Bool = false) -> (report: DoctorReport, failure: CommandError?) {
        let local = LocalChecks()
        let gestures = GestureCheck().row.map { [$0] } ?? []
        let session: BusSession
        do throws(CommandError) {
            session = try BusSession()
        } catch {
            let rows = checked(local.rows(without: .noBus(translated("there is no session bus"))))
            return (DoctorReport(agent: nil, rows: rows + gestures, local: local), AgentFailure.unreachable(error))
        }
        let agent = AwaitedAgent(session: session)
        do throws(CommandError) {
            let rows = try agent.doctor(isVerbose: isVerbose)
            let version = (try? agent.properties(of: .application))?[ApplicationInterface.version] ?? ""
            return (
                DoctorReport(
                    agent: version, rows: checked(rows.map(Self.reviewed)) + local.bufferRows + gestures, local: local),
                nil
            )
        } catch {
            // A bus that does not answer `GetId` counts as no bus.
            let hasBus = (try? session.call(Self.question, within: RemoteAgent.deadline).get()) != nil
            let rows =
                error == AgentFailure.absent
                ? local.rows(without: hasBus ? .absent : .noBus(translated("the bus does not answer")))
                : local.rows(without: Self.problem(error))
            return (DoctorReport(agent: nil, rows: checked(rows) + gestures, local: local), error)
        }
    }

    /// What batond says of its configuration is of what it has read; the file may be another one since.
    private static func checked(_ rows: [DoctorLine]) -> [DoctorLine] {
        ConfigurationCheck(file: DoctorReport.configurationFile(in: rows)).reviewed(rows)
    }

    /// The agent knows of GNOME's shortcuts that they were made; whether they are there, the settings tell (rule SETUP10).
    private static func reviewed(_ row: DoctorLine) -> DoctorLine {
        guard row.code == DoctorCode.shortcutsBound.rawValue, row.details.text(.desktop) == GNOMEKeys.kind.rawValue,
            let obstacle = (try? GNOMEKeys(.current)?.obstacle()) ?? nil
        else { return row }
        return DoctorLine(
            section: row.section, name: row.name, state: DoctorLine.off, reason: obstacle,
            advice: translated("to set them up again: batonctl setup --revert && batonctl setup --media-keys"),
            code: DoctorCode.shortcutsGone.rawValue, details: row.details)
    }

    private static func problem(_ error: CommandError) -> AgentProblem {
        if error == AgentFailure.oldAgent { return .old }
        return error.status == .agentUnreachable
            ? .silent(translated("Baton is running and does not answer")) : .refusing(error.description)
    }

    /// A call that every bus answers.
    private static var question: Message {
        Message.methodCall(
            to: .bus, path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus", member: "GetId")
    }
}
