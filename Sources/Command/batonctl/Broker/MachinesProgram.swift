// SPDX-License-Identifier: Apache-2.0

import BatonDoctor
import BatonJSON
import BatonMachinesLink
import BatonSetup
import BatonTranslation
import Glibc

/// The program baton-mqtt, which alone speaks with the broker: batonctl has no network.
struct MachinesProgram {
    let path: String

    /// - Throws: ``CommandError`` when it is not installed.
    init(_ installation: Installation = .current) throws(CommandError) {
        guard let path = installation.machines else { throw Self.missing }
        self.path = path
    }

    static var missing: CommandError {
        CommandError(
            translated("baton-mqtt is not installed; it is a package of its own: sudo apt install ./baton-mqtt_*.deb"))
    }

    /// The limit for each part of an answer. The program itself gives up after eight seconds.
    private static let patience: CInt = 15_000

    /// Examines the broker.
    ///
    /// - Parameter input: the password in the first line, and the text of a configuration below it; nil for the user's own.
    func check(_ input: [UInt8]? = nil) throws(CommandError) -> BrokerReport {
        guard let report = try lines("--check", input).lazy.compactMap({ BrokerReport($0) }).first else {
            throw silent
        }
        return report
    }

    /// The machines of the household.
    ///
    /// - Throws: ``CommandError`` when there is no connection to the broker.
    func hosts(_ input: [UInt8]? = nil) throws(CommandError) -> [HostReport] {
        let lines = try lines("--hosts", input)
        if let failure = lines.lazy.compactMap({ BrokerReport($0) }).first { throw CommandError(failure) }
        return lines.compactMap { HostReport($0) }
    }

    /// Removes what the broker keeps of this machine.
    ///
    /// - Returns: how many topics were removed.
    func forget() throws(CommandError) -> Int64 {
        let answer = try lines("--forget", nil).first ?? .null
        if let count = answer["removed"]?.asInteger { return count }
        switch answer["state"]?.asString {
        case "running":
            throw CommandError(
                translated(
                    """
                    baton-mqtt runs, and would tell everything again. Stop it first: systemctl --user disable --now \
                    \(Installation.machinesUnit)
                    """))
        case "unconfirmed": throw CommandError(translated("The broker did not confirm that everything was removed."))
        default: throw BrokerReport(answer).map { CommandError($0) } ?? silent
        }
    }

    private var silent: CommandError { CommandError(translated("\(path) gave no answer.")) }

    private func lines(_ task: String, _ input: [UInt8]?) throws(CommandError) -> [JSONValue] {
        let words = [path, task] + (input == nil ? [] : ["--config-from-input"])
        guard let answer = Subcommand.answer(words, input: input ?? [], within: Self.patience) else { throw silent }
        guard answer.status != EX_CONFIG || !answer.text.isEmpty else {
            let refusal = ConfigurationCheck(file: nil).refusal
            throw CommandError(refusal ?? translated("There is no broker yet. Set one up: batonctl setup --mqtt"))
        }
        return answer.text.split(separator: "\n").compactMap { try? JSONReader.read(Array($0.utf8)) }
    }
}

extension CommandError {
    /// Why there is no connection to the broker.
    init(_ report: BrokerReport) {
        let (reason, advice) = report.problem
        self.init(advice.isEmpty ? "\(reason)." : "\(reason); \(advice).")
    }
}
