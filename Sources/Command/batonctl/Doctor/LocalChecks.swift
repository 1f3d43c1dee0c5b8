// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonTranslation
import Glibc

/// What can be examined without the agent: the installed files, the session's variables, the sensor, the user's groups.
struct LocalChecks {
    /// Prefix of each absolute path that is examined; tests put files of their own there.
    var root = ""
    /// The variables of this process.
    var environment: [String: String]
    /// Where to look for batond and its helpers: this program's own folder, then those of `$PATH`.
    var programFolders: [String]
    /// The groups of the user.
    var groups: [String]

    /// The group to which udev/60-baton-iio.rules gives the kernel's buffer.
    static let bufferGroup = "baton-sensor"

    /// The rows when the agent could not be asked, for the reason given.
    func rows(without problem: AgentProblem) -> [DoctorLine] {
        let program = programFolders.map { "\($0)/batond" }.first { isProgram($0) }
        let unit = unitFolders.map { "\($0)/\(BatonBus.unit)" }.first { isThere($0) }
        let activation = dataFolders.map { "\($0)/dbus-1/services/\(BatonBus.name).service" }.first { isThere($0) }
        let missing = translated("install Baton: make install")
        return [
            agentRow(problem, program: program, unit: unit),
            foundProgram(
                DoctorName.program, program, translated("there is no batond beside batonctl or in PATH"), missing),
            foundFile(DoctorName.unit, unit, translated("systemd has no \(BatonBus.unit) to start"), missing),
            foundFile(
                DoctorName.activation, activation, translated("the bus does not know how to start the agent"), missing),
        ] + helperRows(program) + [busRow(problem), displayRow, accelerometerRow] + bufferRows
    }

    /// The rows that the agent does not have.
    var bufferRows: [DoctorLine] {
        guard hasAccelerometer else { return [] }
        let rule = ["/etc", "/usr/local/lib", "/usr/lib", "/lib"].map { "\($0)/udev/rules.d/60-baton-iio.rules" }
            .first { isThere($0) }
        let isMember = groups.contains(Self.bufferGroup)
        guard let rule, isMember else {
            let reason =
                rule == nil
                ? translated("the rule for the kernel's buffer is not installed")
                : translated("you are not in the group \(Self.bufferGroup)")
            return [
                DoctorLine(
                    section: DoctorSection.sensor.rawValue, name: DoctorName.buffer, state: DoctorLine.off,
                    reason: translated("\(reason); the sensor is polled, which works too"),
                    advice: rule == nil
                        ? translated("to use it: make install")
                        : translated("to use it: adduser YOU \(Self.bufferGroup), and log in again"),
                    code: (rule == nil ? LocalCode.bufferRuleMissing : .bufferGroupMissing).rawValue)
            ]
        }
        return [
            DoctorLine(
                section: DoctorSection.sensor.rawValue, name: DoctorName.buffer, state: DoctorLine.works,
                reason: translated("\(rule), and you are in the group \(Self.bufferGroup)"),
                code: LocalCode.bufferReady.rawValue, details: [.path: .text(rule)])
        ]
    }

    // MARK: Rows

    private func agentRow(_ problem: AgentProblem, program: String?, unit: String?) -> DoctorLine {
        let advice =
            switch problem {
            case .noBus: translated("run it inside your session")
            case .old, .silent: translated("restart it: systemctl --user restart batond")
            case .refusing: ""
            case .absent where unit != nil:
                translated("start it, and at each login: systemctl --user enable --now \(BatonBus.unit)")
            case .absent: program.map { translated("start it: \($0)") } ?? translated("install Baton: make install")
            }
        return DoctorLine(
            section: DoctorSection.service.rawValue, name: DoctorName.agent, state: DoctorLine.unavailable,
            reason: problem.reason, advice: advice, code: problem.code.rawValue)
    }

    private func helperRows(_ program: String?) -> [DoctorLine] {
        guard let program, let slash = program.lastIndex(of: "/") else { return [] }
        let folder = program[..<slash]
        return DoctorName.helpers.map { name in
            let path = ["\(folder)/\(name)", "\(folder)/../libexec/baton/\(name)"].first { isProgram($0) }
            return foundProgram(
                name, path, translated("it is neither beside batond nor in libexec/baton"),
                translated("install Baton completely: make install"))
        }
    }

    private func foundProgram(_ name: String, _ path: String?, _ reason: String, _ advice: String) -> DoctorLine {
        let code = path == nil ? DoctorCode.programMissing : .programFound
        return found(name, path, code.rawValue, reason, advice)
    }

    private func foundFile(_ name: String, _ path: String?, _ reason: String, _ advice: String) -> DoctorLine {
        found(name, path, (path == nil ? LocalCode.fileMissing : .fileFound).rawValue, reason, advice)
    }

    private func found(
        _ name: String, _ path: String?, _ code: String, _ reason: String, _ advice: String
    ) -> DoctorLine {
        let section = DoctorSection.service.rawValue
        guard let path else {
            return DoctorLine(
                section: section, name: name, state: DoctorLine.unavailable, reason: reason, advice: advice, code: code)
        }
        return DoctorLine(
            section: section, name: name, state: DoctorLine.works, reason: path, code: code,
            details: [.path: .text(path)])
    }

    private func busRow(_ problem: AgentProblem) -> DoctorLine {
        if problem.hasBus {
            return DoctorLine(
                section: DoctorSection.session.rawValue, name: DoctorName.bus, state: DoctorLine.works,
                reason: translated("it answers"), code: LocalCode.busAnswers.rawValue)
        }
        return DoctorLine(
            section: DoctorSection.session.rawValue, name: DoctorName.bus, state: DoctorLine.unavailable,
            reason: problem.reason,
            advice: translated("log in to a session with D-Bus, or set DBUS_SESSION_BUS_ADDRESS"),
            code: problem.code.rawValue)
    }

    private var displayRow: DoctorLine {
        let variables = [("Wayland", "WAYLAND_DISPLAY", ReasonDetail.wayland), ("X11", "DISPLAY", .x11)]
        var found: [String] = []
        var details: Reason.Details = [:]
        for (kind, variable, detail) in variables {
            guard let name = environment[variable], !name.isEmpty else { continue }
            found.append("\(kind) \(name)")
            details[detail] = .text(name)
        }
        guard found.isEmpty else {
            return DoctorLine(
                section: DoctorSection.session.rawValue, name: DoctorName.display, state: DoctorLine.works,
                reason: found.joined(separator: ", "), code: DoctorCode.displayFound.rawValue, details: details)
        }
        return DoctorLine(
            section: DoctorSection.session.rawValue, name: DoctorName.display, state: DoctorLine.unavailable,
            reason: translated("neither WAYLAND_DISPLAY nor DISPLAY is set here"),
            advice: translated("run it inside a graphical session"),
            code: DoctorCode.displayUnknown.rawValue)
    }

    private var accelerometerRow: DoctorLine {
        if hasAccelerometer {
            return DoctorLine(
                section: DoctorSection.sensor.rawValue, name: DoctorName.accelerometer, state: DoctorLine.works,
                reason: translated("the kernel has one"), code: LocalCode.accelerometerFound.rawValue)
        }
        return DoctorLine(
            section: DoctorSection.sensor.rawValue, name: DoctorName.accelerometer, state: DoctorLine.unavailable,
            reason: translated("the kernel has none"),
            advice: translated(
                "'batonctl replay' reads recordings, and 'batonctl simulate-shake' needs only the agent"),
            code: SensorCode.noAccelerometer.rawValue)
    }

    // MARK: Files

    private var hasAccelerometer: Bool {
        let folder = "/sys/bus/iio/devices"
        guard let directory = opendir(root + folder) else { return false }
        defer { closedir(directory) }
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if ["raw", "input"].contains(where: { isThere("\(folder)/\(name)/in_accel_x_\($0)") }) { return true }
        }
        return false
    }

    private var unitFolders: [String] {
        let home = environment["HOME"] ?? ""
        let configuration = environment["XDG_CONFIG_HOME"] ?? "\(home)/.config"
        return ["\(configuration)/systemd/user", "/etc/systemd/user"] + dataFolders.map { "\($0)/systemd/user" }
            + ["/usr/local/lib/systemd/user", "/usr/lib/systemd/user"]
    }

    private var dataFolders: [String] {
        let home = environment["XDG_DATA_HOME"] ?? "\(environment["HOME"] ?? "")/.local/share"
        let others = environment["XDG_DATA_DIRS"].flatMap { $0.isEmpty ? nil : $0 } ?? "/usr/local/share:/usr/share"
        return [home] + others.split(separator: ":").map(String.init)
    }

    private func isThere(_ path: String) -> Bool { access(root + path, F_OK) == 0 }

    private func isProgram(_ path: String) -> Bool { access(root + path, X_OK) == 0 }
}
