// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonTranslation
import Glibc

/// What can be examined without the agent: the installed files, the session's variables, the sensor, the user's groups.
package struct LocalChecks {
    package var installation: Installation
    /// The variables of this process that name a display or a sound server.
    package var displays: [String: String] = [:]
    /// The groups of the user.
    package var groups: [String]
    /// Whether the user may read every device.
    package var isAdministrator = false

    /// Makes the checks of a machine that is described.
    package init(
        installation: Installation, displays: [String: String] = [:], groups: [String], isAdministrator: Bool = false
    ) {
        self.installation = installation
        (self.displays, self.groups, self.isAdministrator) = (displays, groups, isAdministrator)
    }

    /// The group to which udev/60-baton-iio.rules gives the kernel's buffer.
    package static let bufferGroup = "baton-sensor"

    /// The rows when the agent could not be asked, for the reason given.
    package func rows(without problem: AgentProblem) -> [DoctorLine] {
        let missing = installation.repair
        return [
            agentRow(problem),
            foundProgram(
                DoctorName.program, installation.program, translated("there is no batond beside batonctl or in PATH"),
                missing),
            foundFile(
                DoctorName.unit, installation.unit, translated("systemd has no \(BatonBus.unit) to start"), missing),
            foundFile(
                DoctorName.activation, installation.activation,
                translated("the bus does not know how to start Baton"), missing),
        ] + helperRows + [busRow(problem), displayRow, accelerometerRow] + bufferRows
    }

    /// The rows that the agent does not have.
    package var bufferRows: [DoctorLine] {
        guard hasAccelerometer else { return [] }
        let rule = installation.udevRule("60-baton-iio.rules")
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
                        ? installation.repair
                        : translated("to use it, log in again after this: sudo adduser $USER \(Self.bufferGroup)"),
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

    /// A row of the agent's, with what this program sees of the machine.
    package func reviewed(_ row: DoctorLine) -> DoctorLine {
        // Baton looks for the sound server once something plays.
        guard row.code == DoctorCode.soundUnwatched.rawValue, hasSoundServer == false else { return row }
        return DoctorLine(
            DoctorFinding(
                section: row.section, name: row.name, state: DoctorLine.unavailable, reason: .doctor(.noSoundServer)))
    }

    // MARK: Rows

    private func agentRow(_ problem: AgentProblem) -> DoctorLine {
        let advice =
            switch problem {
            case .noBus: translated("run it inside your session")
            case .old, .silent: translated("restart it: \(installation.restart)")
            case .refusing: ""
            case .absent: installation.start
            }
        return DoctorLine(
            section: DoctorSection.service.rawValue, name: DoctorName.agent, state: DoctorLine.unavailable,
            reason: problem.reason, advice: advice, code: problem.code.rawValue)
    }

    private var helperRows: [DoctorLine] {
        guard installation.program != nil else { return [] }
        return DoctorName.helpers.map { name in
            foundProgram(
                name, installation.helper(name), translated("it is missing"),
                installation.repair)
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
            guard let name = displays[variable], !name.isEmpty else { continue }
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
                reason: translated("this machine has one"), code: LocalCode.accelerometerFound.rawValue)
        }
        return DoctorLine(
            section: DoctorSection.sensor.rawValue, name: DoctorName.accelerometer, state: DoctorLine.unavailable,
            reason: translated("this machine has none"),
            advice: translated("to try a shake without one: batonctl simulate-shake"),
            code: SensorCode.noAccelerometer.rawValue)
    }

    // MARK: What the machine has

    /// Whether this program was started within a desktop's session.
    package var hasDisplay: Bool { displays["DISPLAY"] != nil || displays["WAYLAND_DISPLAY"] != nil }

    /// Whether a wired or USB headset that is plugged in can be read: by the rule, or because every device can.
    package var canReadHeadsets: Bool { isAdministrator || groups.contains("input") || installation.hasHeadsetRule }

    /// Whether a sound server has its socket; nil if that cannot be seen.
    package var hasSoundServer: Bool? {
        guard displays["PULSE_SERVER"] == nil, let folder = installation.environment["XDG_RUNTIME_DIR"] else {
            return nil
        }
        return installation.isThere("\(folder)/pulse/native")
    }

    /// Whether PipeWire's service for PulseAudio is installed, so that it can be started.
    package var hasPipeWirePulse: Bool {
        ["/etc", "/usr/lib", "/usr/local/lib"].contains {
            installation.isThere("\($0)/systemd/user/pipewire-pulse.socket")
        }
    }

    private var hasAccelerometer: Bool {
        let folder = "/sys/bus/iio/devices"
        guard let directory = opendir(installation.root + folder) else { return false }
        defer { closedir(directory) }
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if ["raw", "input"].contains(where: { installation.isThere("\(folder)/\(name)/in_accel_x_\($0)") }) {
                return true
            }
        }
        return false
    }
}
