// SPDX-License-Identifier: Apache-2.0

package import BatonDBus
import BatonInterruptionCauses
import BatonProcesses
import BatonReactor
import BatonSession
import CLinux

/// What the agent needs from the machine: the buses, the processes of callers, the kernel's devices, its clocks.
///
/// A simulation passes its own; see ``HostedAgent``.
package struct Surroundings {
    /// Opens the session bus; nil for libdbus.
    package var openSessionBus: TransportOpener?
    /// Opens the system bus; nil for libdbus.
    package var openSystemBus: TransportOpener?
    /// Returns whether the process behind a connection is outside any sandbox.
    package var isUnconfined: (ConnectionCredentials) -> Bool
    /// Whether udev and sysfs are searched for sensors and headsets, and helper programs are started.
    package var hasDevices: Bool
    /// The time since the machine was started, with its sleep.
    package var bootTime: () -> Duration = { BootClock.now }
    /// The time of day, in microseconds since 1970.
    package var wallTime: () -> UInt64 = { WallClock.microseconds }

    /// The real machine.
    package static var machine: Surroundings {
        Surroundings(hasDevices: true) { SandboxedProcess.standing($0) == .unconfined }
    }

    /// Surroundings whose buses are opened by libdbus.
    package init(hasDevices: Bool, isUnconfined: @escaping (ConnectionCredentials) -> Bool) {
        self.hasDevices = hasDevices
        self.isUnconfined = isUnconfined
    }

    /// The path of a helper program; nil if it is not installed or must not be started.
    func helper(_ name: String) -> String? { hasDevices ? HelperProgram.path(of: name) : nil }
}

extension ConnectionOptions {
    /// The limits for one caller's messages: no call needs more than a name or an address.
    static var ofAgent: ConnectionOptions {
        var options = ConnectionOptions()
        options.largestCall = 1 << 20
        options.largestShare = 4 << 20
        options.largestShareTogether = 16 << 20
        options.largestBody = 16 << 20
        return options
    }
}

/// Returns free memory that the allocator keeps to the system: after a flood, and after the configuration was read.
enum Memory {
    /// Returns free memory to the system. Takes up to a millisecond, so it is called only after much was freed.
    static func release() {
        malloc_trim(0)
    }
}

/// Returns memory after floods of answers, at most once in a second: a flood that goes on frees much again and again.
final class Relief {
    private let reactor: Reactor
    private var timer: ReactorTimer?

    init(_ reactor: Reactor) {
        self.reactor = reactor
    }

    /// Much memory is free again.
    func wanted() {
        guard timer?.isScheduled != true else { return }
        timer = reactor.schedule(after: .seconds(1), tolerance: .milliseconds(500)) { Memory.release() }
    }
}
