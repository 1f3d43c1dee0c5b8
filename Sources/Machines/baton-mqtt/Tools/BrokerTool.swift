// SPDX-License-Identifier: Apache-2.0

import BatonFiles
import BatonHousehold
import BatonJSON
import BatonMQTT
import BatonMachinesLink
import BatonSettings
import Glibc
import SystemPackage

/// What baton-mqtt does at once and ends: the check, the list, the removal. It needs no session bus.
struct BrokerTool {
    let options: ProgramOptions
    /// Where the lines go, which a list that goes on asks whether anybody reads them.
    let output: FileDescriptor
    /// Prints a line of JSON.
    let show: (String) -> Void
    /// Prints a sentence about what is wrong.
    let complain: (String) -> Void

    /// The longest configuration on standard input.
    private static let longest = 1 << 20

    /// - Returns: the exit status: 0 done, 1 not, 78 without a broker or with a wrong configuration.
    func run() -> Int32 {
        let environment = Paths.processEnvironment()
        let (configuration, password): (Configuration, String?)
        do throws(ConfigurationError) {
            (configuration, password) = try read(environment)
        } catch {
            for diagnostic in error.diagnostics { complain("\(diagnostic)") }
            return EX_CONFIG
        }
        do {
            let visit = try BrokerVisit(
                configuration, "\(options.task)", environment: environment, password: password)
            guard let visit else {
                if options.task == .check { show(BrokerReport(.none, broker: "").json.text) }
                complain("there is no broker: set [mqtt] broker in baton.conf")
                return EX_CONFIG
            }
            return try run(visit, configuration)
        } catch {
            complain("the event loop failed: \(error)")
            return EX_OSERR
        }
    }

    private func run(_ visit: BrokerVisit, _ configuration: Configuration) throws -> Int32 {
        switch options.task {
        case .check:
            var report = BrokerCheck(visit, announces: configuration.mqtt.homeAssistant).run()
            report.openPassword = OpenPassword.path(configuration.mqtt) ?? ""
            show(report.json.text)
            return report.state == .connected ? EX_OK : EXIT_FAILURE
        case .hosts:
            let list = HostsList(visit, follows: options.isFollowing, show: show)
            guard list.run() else { return failed(visit) }
            if options.isFollowing { try list.follow(while: output) }
            return EX_OK
        default: return forget(visit)
        }
    }

    private func forget(_ visit: BrokerVisit) -> Int32 {
        switch HostRemoval(visit).run() {
        case .removed(let count): show(#"{"removed":\#(count)}"#)
        case .running: show(#"{"state":"running"}"#)
        case .unconfirmed: show(#"{"state":"unconfirmed"}"#)
        case .failed: return failed(visit)
        }
        return EX_OK
    }

    /// Prints why there is no connection.
    private func failed(_ visit: BrokerVisit) -> Int32 {
        show(visit.report(.failed, visit.failure ?? .silent).json.text)
        return EXIT_FAILURE
    }

    /// The configuration, and the password where it is in no file yet.
    private func read(_ environment: [String: String]) throws(ConfigurationError) -> (Configuration, String?) {
        guard options.readsInput else { return (try options.configuration(environment), nil) }
        let bytes = (try? SmallFile.bytes(of: 0, most: Self.longest)) ?? []
        let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
        let text = Array(bytes.dropFirst(line.count + 1))
        let configuration = try Configuration.read(text, source: "baton.conf").configuration
        return (configuration, String(decoding: line, as: UTF8.self))
    }
}
