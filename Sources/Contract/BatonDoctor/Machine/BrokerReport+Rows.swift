// SPDX-License-Identifier: Apache-2.0

import BatonAPI
package import BatonMachinesLink
import BatonTranslation

extension BrokerReport {
    /// Why there is no connection, and what to do about it, for people.
    package var problem: (reason: String, advice: String) {
        switch code {
        case .unknownHost:
            (
                translated("the name of the broker has no address: \(broker)"),
                translated("check its name and your network")
            )
        case .unreachable:
            (translated("nobody answers at \(broker): \(detail)"), translated("start the broker, or check its port"))
        case .silent, nil:
            (translated("\(broker) does not answer"), translated("check its port; a firewall may be in between"))
        case .untrusted:
            (
                translated("the certificate of \(broker) is not trusted: \(detail)"),
                translated("set [mqtt] authority to the file of the authority that signed it")
            )
        case .wrongHost:
            (
                translated("the certificate of \(broker) is of another host"),
                translated("use the name that is in the certificate")
            )
        case .file: (translated("\(detail) cannot be used"), translated("check the files that [mqtt] names"))
        case .security:
            (
                translated("no encrypted connection to \(broker): \(detail)"),
                translated("check whether the broker speaks TLS there, and wants a certificate of yours")
            )
        // Some brokers do not say which of the two.
        case .credentials, .notAllowed:
            (
                translated("\(broker) refuses the user or the password"),
                translated("type them again: batonctl setup --mqtt")
            )
        case .version: (translated("\(broker) speaks neither MQTT 5 nor 3.1.1"), "")
        case .unavailable: (translated("\(broker) is busy or ending"), translated("try again in a moment"))
        case .lost:
            (
                translated("\(broker) hangs up"),
                translated("check its port and whether it wants TLS: mqtts:// instead of mqtt://")
            )
        case .protocolError: (translated("what answers at \(broker) is no MQTT broker"), translated("check its port"))
        }
    }

    /// The rows of the doctor: the broker, and whether baton-mqtt runs.
    package var rows: [DoctorLine] {
        state == .none ? [] : [brokerRow] + (state == .connected && refused.isEmpty ? [serviceRow] : [])
    }

    private func row(
        _ name: String, _ state: String, _ reason: String, _ advice: String, _ code: LocalCode,
        _ details: Reason.Details = [:]
    ) -> DoctorLine {
        DoctorLine(
            section: DoctorSection.machines.rawValue, name: name, state: state, reason: reason, advice: advice,
            code: code.rawValue, details: details)
    }

    private var brokerRow: DoctorLine {
        let name = DoctorName.broker
        guard state == .connected else {
            return row(name, DoctorLine.unavailable, problem.reason, problem.advice, .brokerFailed)
        }
        if let topic = refused.first {
            return row(
                name, DoctorLine.unavailable,
                refused.count == 1
                    ? translated("\(broker) refuses \(topic)")
                    : translated("\(broker) refuses \(refused.count) topics, the first: \(topic)"),
                translated("give this user the rights of docs/examples/mqtt/acl"), .brokerRefuses)
        }
        let time = latency.map { translated("a message takes \(Self.milliseconds($0)) ms") }
        let words = [broker, speaksVersion5 ? "MQTT 5" : "MQTT 3.1.1", time].compactMap { $0 }.joined(separator: ", ")
        if !openPassword.isEmpty {
            return row(
                name, DoctorLine.works, translated("\(words); others can read the password"),
                "chmod 600 \(openPassword)", .brokerPasswordOpen)
        }
        if holdsBack {
            return row(
                name, DoctorLine.works, translated("\(words); it holds some messages back for 40 ms"),
                translated("set_tcp_nodelay true in mosquitto's configuration ends that"), .brokerHoldsBack)
        }
        guard speaksVersion5 else {
            return row(
                name, DoctorLine.works, translated("\(words): commands have no expiry and get no answers"), "",
                .brokerOld)
        }
        return row(name, DoctorLine.works, words, "", .brokerConnected)
    }

    private var serviceRow: DoctorLine {
        if isTold {
            return row(
                DoctorName.machines, DoctorLine.works, translated("the others know this machine as \(name)"), "",
                .machinesTold)
        }
        return row(
            DoctorName.machines, DoctorLine.unavailable,
            translated("it does not run, so others do not know of this machine"),
            translated("start it, now and at each login: systemctl --user enable --now \(Installation.machinesUnit)"),
            .machinesNotTold)
    }

    /// With one digit behind the point.
    package static func milliseconds(_ time: Duration) -> String {
        let tenths = Int(min(max(time / .microseconds(100), 0), 1e9))  // fits: at most 1e9
        return "\(tenths / 10).\(tenths % 10)"
    }
}
