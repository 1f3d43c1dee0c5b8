// SPDX-License-Identifier: Apache-2.0

import BatonForms
import BatonJSON
import BatonMachinesLink
import BatonProcesses
import BatonReactor
import Glibc
import SystemPackage

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
    private var child: Subprocess?
    private var output: FileDescriptor?
    private var watch: Watch?
    private var line: [UInt8] = []
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
        guard let program, let ends = try? FileDescriptor.pipe() else { return }
        for end in [ends.readEnd, ends.writeEnd] { _ = fcntl(end.rawValue, F_SETFD, FD_CLOEXEC) }
        _ = fcntl(ends.readEnd.rawValue, F_SETFL, O_NONBLOCK)
        output = ends.readEnd
        line = []
        watch = try? reactor.watch(ends.readEnd, for: .readable) { [weak self] _ in self?.read() }
        child = try? Subprocess(
            [program, "--hosts", "--follow"], environment: ProcessEnvironment.variables, output: ends.writeEnd,
            reactor: reactor
        ) { [weak self] _ in self?.ended() }
        try? ends.writeEnd.close()
    }

    private func stop() {
        retry.reset()
        watch?.cancel()
        watch = nil
        child = nil
        try? output?.close()
        output = nil
    }

    private func ended() {
        read()
        stop()
        guard isWanted else { return }
        retry.schedule { [weak self] in self?.start() }
    }

    private func read() {
        guard let output else { return }
        var buffer = [UInt8](repeating: 0, count: 8192)
        while let count = try? buffer.withUnsafeMutableBytes({ try output.read(into: $0) }), count > 0 {
            for byte in buffer[..<count] {
                if byte != UInt8(ascii: "\n") {
                    if line.count < Self.longestLine { line.append(byte) }
                } else {
                    take(line)
                    line = []
                }
            }
        }
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
