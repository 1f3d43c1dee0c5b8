// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonClient
import BatonDBus
import BatonDoctor
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
            show(rows, isFault: report.isFault)
        }
        guard !all else { return }
        Console.print("")
        Console.print(paragraph: translated("All details: batonctl doctor --all"))
    }

    /// Prints rows by their sections.
    static func show(_ rows: [DoctorLine], isFault: @escaping (DoctorLine) -> Bool = { $0.isFault }) {
        let table = DoctorTable(
            rows: rows, isFault: isFault, isColored: Terminal.isThere && Terminal.isColored, columns: Terminal.columns)
        for line in table.lines { Console.print(line) }
    }

    /// Asks the agent, or examines what it can without it.
    ///
    /// - Returns: The report, and the error that ends the command when the agent could not be asked.
    static func examine(isVerbose: Bool = false) -> (report: DoctorReport, failure: CommandError?) {
        let local = LocalChecks()
        let others = (GestureCheck().row.map { [$0] } ?? []) + MachinesCheck.rows()
        let session: BusSession
        do throws(CommandError) {
            session = try BusSession()
        } catch {
            let rows = checked(
                local.rows(without: .noBus(translated("there is no session bus"))), isRunning: false)
            return (DoctorReport(agent: nil, rows: rows + others, local: local), AgentFailure.unreachable(error))
        }
        let agent = AwaitedAgent(session: session)
        do throws(CommandError) {
            let rows = try rows(agent, local, isVerbose: isVerbose)
            let version = (try? agent.properties(of: .application))?[ApplicationInterface.version] ?? ""
            return (
                DoctorReport(
                    agent: version, rows: checked(rows, isRunning: true) + local.bufferRows + others, local: local),
                nil
            )
        } catch {
            // A bus that does not answer `GetId` counts as no bus.
            let hasBus = (try? session.call(Self.question, within: RemoteAgent.deadline).get()) != nil
            // Asked once: the failure is told by the configuration file, which is read for it.
            let isAbsent = error == AgentFailure.absent
            let rows =
                isAbsent
                ? local.rows(without: hasBus ? .absent : .noBus(translated("the bus does not answer")))
                : local.rows(without: Self.problem(error))
            return (
                DoctorReport(agent: nil, rows: checked(rows, isRunning: !isAbsent) + others, local: local), error
            )
        }
    }

    /// The agent's rows, reviewed by what this program sees of the desktop and the machine.
    static func rows(
        _ agent: AwaitedAgent, _ local: LocalChecks, isVerbose: Bool = false
    ) throws(CommandError) -> [DoctorLine] {
        try agent.doctor(isVerbose: isVerbose).map { reviewed($0, local) }
    }

    /// What batond says of its configuration is of what it has read; the file may be another one since.
    private static func checked(_ rows: [DoctorLine], isRunning: Bool) -> [DoctorLine] {
        ConfigurationCheck(file: DoctorReport.configurationFile(in: rows)).reviewed(rows, isRunning: isRunning)
    }

    static func reviewed(_ row: DoctorLine, _ local: LocalChecks) -> DoctorLine {
        switch row.code {
        case DoctorCode.shortcutsBound.rawValue: reviewedKeys(row)
        // Baton looks for the sound server once something plays.
        case DoctorCode.soundUnwatched.rawValue where local.hasSoundServer == false:
            DoctorLine(
                DoctorFinding(
                    section: row.section, name: row.name, state: DoctorLine.unavailable,
                    reason: .doctor(.noSoundServer)))
        default: row
        }
    }

    /// The agent knows of shortcuts that they were made; whether they are there, and alone, the desktop's settings tell (rule SETUP10).
    private static func reviewedKeys(_ row: DoctorLine) -> DoctorLine {
        guard let keys = keys(of: row.details.text(.desktop)) else { return row }
        if let obstacle = (try? keys.obstacle()) ?? nil {
            return DoctorLine(
                section: row.section, name: row.name, state: DoctorLine.off, reason: obstacle,
                advice: translated("to set them up again: batonctl setup --revert && batonctl setup --media-keys"),
                code: DoctorCode.shortcutsGone.rawValue, details: row.details)
        }
        guard let shortfall = (try? keys.shortfall()) ?? nil else { return row }
        return DoctorLine(
            section: row.section, name: row.name, state: DoctorLine.unavailable,
            reason: ([shortfall.sentence] + [shortfall.lines.joined(separator: "; ")].filter { !$0.isEmpty })
                .joined(separator: " "),
            advice: shortfall.advice, code: LocalCode.keysBoundOtherwise.rawValue, details: row.details)
    }

    /// The desktop of a row, if it is the one that runs.
    private static func keys(of kind: String) -> (any DesktopKeys)? {
        let environment = SetupEnvironment.current
        if kind == GNOMEKeys.kind.rawValue { return GNOMEKeys(environment) }
        guard let compositor = environment.compositor, compositor.kind.rawValue == kind else { return nil }
        return CompositorKeys(compositor, environment)
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
