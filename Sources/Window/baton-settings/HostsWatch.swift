// SPDX-License-Identifier: Apache-2.0

import BatonForms
import BatonJSON
import BatonMachinesLink
import BatonProcesses
import BatonReactor
import BatonSettings

/// The machines of the household as `baton-mqtt --hosts --follow` tells of them, while their page is on the screen.
///
/// This program has no network. Lines are other programs' texts, read within bounds.
final class HostsWatch {
    /// Called when a machine has told something.
    var onChange: (() -> Void)?
    /// The machines by their names; nil until the first answer.
    private(set) var hosts: [HostReport]?
    /// Why the broker tells nothing; nil if it does.
    private(set) var failure: BrokerReport?

    private let reactor: Reactor
    private let program: String?
    private var child: ProcessLines?
    private let retry: RetryTimer
    private var isWanted = false

    private static let (longestLine, mostHosts) = (65_536, 256)

    /// - Parameter program: the path of baton-mqtt; nil if it is not installed.
    init(_ program: String?, on reactor: Reactor) {
        self.program = program
        self.reactor = reactor
        retry = RetryTimer(on: reactor, first: .seconds(1), longest: .seconds(60))
    }

    deinit { stop() }

    /// Follows the machines, or no longer.
    func follow(_ isWanted: Bool) {
        guard isWanted != self.isWanted else { return }
        self.isWanted = isWanted
        if isWanted { start() } else { stop() }
    }

    /// Asks anew, as with another configuration.
    func restart() {
        guard isWanted else { return }
        stop()
        start()
    }

    private func start() {
        guard let program else { return }
        child = try? ProcessLines(
            of: [program, "--hosts", "--follow"], environment: Paths.processEnvironment(), longest: Self.longestLine,
            on: reactor, line: { [weak self] in self?.take($0) }, ended: { [weak self] in self?.ended() })
    }

    private func stop() {
        retry.reset()
        child = nil
    }

    private func ended() {
        guard isWanted else { return }
        retry.schedule { [weak self] in self?.start() }
    }

    private func take(_ line: [UInt8]) {
        guard let value = try? JSONReader.read(line) else { return }
        if let report = BrokerReport(value) {
            failure = report
        } else if let host = HostReport(value) {
            retry.reset()
            failure = nil
            var all = hosts ?? []
            if let place = all.firstIndex(where: { $0.name == host.name }) {
                all[place] = host
            } else if all.count < Self.mostHosts {
                all.append(host)
            }
            hosts = all.sorted { $0.name < $1.name }
        }
        onChange?()
    }
}
