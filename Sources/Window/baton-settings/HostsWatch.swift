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
    /// Whether the machines are as the broker tells now.
    private(set) var isHeard = false

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
        isHeard = false
    }

    private func ended() {
        isHeard = false
        guard isWanted else { return }
        onChange?()
        retry.schedule { [weak self] in self?.start() }
    }

    private func take(_ line: [UInt8]) {
        guard let value = try? JSONReader.read(line) else { return }
        if let report = BrokerReport(value) {
            take(report)
        } else if let host = HostReport(value) {
            take(host)
        } else {
            return
        }
        onChange?()
    }

    /// Behind the line that the broker is there come all machines, whatever was known before.
    private func take(_ report: BrokerReport) {
        isHeard = report.state == .connected
        failure = isHeard ? nil : report
        guard isHeard else { return }
        retry.reset()
        hosts = []
    }

    private func take(_ host: HostReport) {
        var all = (hosts ?? []).filter { $0.name != host.name }
        if !host.isGone, all.count < Self.mostHosts || host.isFollowed { all.append(host) }
        hosts = all.sorted { $0.name < $1.name }
    }
}
