// SPDX-License-Identifier: Apache-2.0

import BatonAPI

/// What the agent said when it was asked for its rows.
package enum DoctorAnswer {
    /// Its rows, and its version.
    case rows([DoctorLine], version: String)
    /// It could not be asked.
    case problem(AgentProblem)
}

/// The rows, and what they mean for the promises.
package struct DoctorReport {
    /// The agent's version; nil without an agent.
    package let agent: String?
    package let rows: [DoctorLine]
    /// Which promises are kept here, one line for each.
    package let promises: [PromiseFinding]

    package init(agent: String?, rows: [DoctorLine], local: LocalChecks) {
        self.agent = agent
        self.rows = rows
        promises = Self.isRefused(rows) ? [] : PromiseJudge(rows: rows, local: local).findings
    }

    /// Puts the agent's answer and what this program sees of the machine together.
    ///
    /// - Parameter others: rows of this program's own, such as those about gestures.
    package init(_ answer: DoctorAnswer, local: LocalChecks, others: [DoctorLine] = []) {
        // What batond says of its configuration is of what it has read; the file may be another one since.
        func checked(_ rows: [DoctorLine], isRunning: Bool) -> [DoctorLine] {
            ConfigurationCheck(file: Self.configurationFile(in: rows)).reviewed(rows, isRunning: isRunning)
        }
        switch answer {
        case .rows(let rows, let version):
            let own = checked(rows.map(local.reviewed), isRunning: true) + local.bufferRows
            self.init(agent: version, rows: own + others, local: local)
        case .problem(let problem):
            let own = checked(local.rows(without: problem), isRunning: problem.isOfRunningAgent)
            self.init(agent: nil, rows: own + others, local: local)
        }
    }

    /// Whether the agent runs and refuses to examine: then nothing is known of the promises.
    package var isRefused: Bool { Self.isRefused(rows) }

    private static func isRefused(_ rows: [DoctorLine]) -> Bool {
        rows.contains { $0.code == LocalCode.agentRefuses.rawValue }
    }

    /// Whether something could work here and does not.
    package var hasGap: Bool { promises.contains(where: \.state.isGap) }

    /// Whether there is a way to undo now.
    package var canUndo: Bool { agent != nil && !isSwitchedOff && !routes(DoctorLine.works).isEmpty && knowsFocus }

    /// The configuration file that batond has read; nil for none.
    package var configurationFile: String? { Self.configurationFile(in: rows) }

    package static func configurationFile(in rows: [DoctorLine]) -> String? {
        let path = rows.first { $0.name == DoctorName.configuration }?.details.text(.path) ?? ""
        return path.isEmpty ? nil : path
    }

    /// Whether a sensor is read, so that its sensitivity can be calibrated.
    package var hasSensor: Bool {
        rows.contains {
            $0.section == DoctorSection.sensor.rawValue && $0.name == DoctorName.accelerometer && $0.isWorking
        }
    }

    /// Routes in the given state, in the order in which they are tried.
    package func routes(_ state: String) -> [String] {
        rows.filter { $0.section == DoctorSection.route.rawValue && $0.state == state }.map(\.name)
    }

    /// Whether a row is about something that should work here and does not.
    package func isFault(_ row: DoctorLine) -> Bool {
        row.isFault && !promises.contains { $0.state == .notHere && $0.row == row }
    }

    /// The rows that need repair and that no promise tells of.
    package var repairs: [DoctorLine] {
        let told = promises.compactMap { $0.row?.code }
        return rows.filter { ($0.isWarning || isFault($0)) && !told.contains($0.code) }
    }

    private var isSwitchedOff: Bool {
        rows.contains {
            $0.section == DoctorSection.service.rawValue && $0.name == DoctorName.undo && $0.state == DoctorLine.off
        }
    }

    private var knowsFocus: Bool { rows.contains { $0.section == DoctorSection.focus.rawValue && $0.isWorking } }
}
