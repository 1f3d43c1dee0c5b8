// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonClient
import BatonDBus
import BatonDoctor
import BatonPageReport
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

    /// What the agent's answer means here. The broker is not asked, which may take seconds.
    static func report(_ answer: DoctorAnswer) -> DoctorReport {
        let local = LocalChecks()
        guard case .rows(let rows, let version) = answer else { return DoctorReport(answer, local: local, others: own) }
        return DoctorReport(.rows(rows.map(reviewed), version: version), local: local, others: own)
    }

    /// The rows that the agent does not have, and that are found without a broker.
    private static var own: [DoctorLine] { GestureCheck().row.map { [$0] } ?? [] }

    /// Asks the agent, or examines what it can without it.
    ///
    /// - Returns: The report, and the error that ends the command when the agent could not be asked.
    static func examine(isVerbose: Bool = false) -> (report: DoctorReport, failure: CommandError?) {
        let local = LocalChecks()
        let others = own + MachinesCheck.rows()
        let session: BusSession
        do throws(CommandError) {
            session = try BusSession()
        } catch {
            let problem = AgentProblem.noBus(translated("there is no session bus"))
            return (
                DoctorReport(.problem(problem), local: local, others: others), AgentFailure.unreachable(error)
            )
        }
        let agent = AwaitedAgent(session: session)
        do throws(CommandError) {
            let rows = try agent.doctor(isVerbose: isVerbose).map(reviewed)
            let version = (try? agent.properties(of: .application))?[ApplicationInterface.version] ?? ""
            return (DoctorReport(.rows(rows, version: version), local: local, others: others), nil)
        } catch {
            // A bus that does not answer `GetId` counts as no bus.
            let hasBus = (try? session.call(Self.question, within: RemoteAgent.deadline).get()) != nil
            // Asked once: the failure is told by the configuration file, which is read for it.
            let isAbsent = error == AgentFailure.absent
            let problem =
                !isAbsent
                ? Self.problem(error) : hasBus ? .absent : .noBus(translated("the bus does not answer"))
            return (DoctorReport(.problem(problem), local: local, others: others), error)
        }
    }

    /// The agent's rows, reviewed by what this program sees of the desktop and the machine.
    static func rows(_ agent: AwaitedAgent, _ local: LocalChecks) throws(CommandError) -> [DoctorLine] {
        try agent.doctor().map { local.reviewed(reviewed($0)) }
    }

    /// A row, with what the desktop's settings tell: the agent knows of shortcuts that they were made; whether they are
    /// there, and alone, it does not (rule SETUP10).
    static func reviewed(_ row: DoctorLine) -> DoctorLine {
        guard row.code == DoctorCode.shortcutsBound.rawValue, let keys = keys(of: row.details.text(.desktop)) else {
            return row
        }
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
