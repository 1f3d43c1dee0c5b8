// SPDX-License-Identifier: Apache-2.0

package import BatonDBus
import BatonReactor
import BatonSession
import CLinux

/// What the agent finds around itself: the buses, the processes of callers, the kernel's devices.
///
/// A simulation has its own; see ``HostedAgent``.
package struct Surroundings {
    /// Opens the session bus; nil for libdbus.
    package var openSessionBus: TransportOpener?
    /// Opens the system bus; nil for libdbus.
    package var openSystemBus: TransportOpener?
    /// Whether the process behind a connection is in no sandbox.
    package var isUnconfined: (ConnectionCredentials) -> Bool
    /// Whether udev and sysfs are looked at for sensors and headsets, and helper programs started.
    package var hasDevices: Bool

    /// The machine that the agent runs on.
    package static var machine: Surroundings {
        Surroundings(hasDevices: true) { SandboxedProcess.standing($0) == .unconfined }
    }

    /// Surroundings with libdbus's buses.
    package init(hasDevices: Bool, isUnconfined: @escaping (ConnectionCredentials) -> Bool) {
        self.hasDevices = hasDevices
        self.isUnconfined = isUnconfined
    }

    /// Where a helper program is; nil when it is not installed, or must not be started.
    func helper(_ name: String) -> String? { hasDevices ? HelperProgram.path(of: name) : nil }
}

extension ConnectionOptions {
    /// What one caller may cost the agent: no call to it needs more than a name or an address.
    static var ofAgent: ConnectionOptions {
        var options = ConnectionOptions()
        options.largestCall = 1 << 20
        options.largestShare = 4 << 20
        options.largestShareTogether = 16 << 20
        options.largestBody = 16 << 20
        return options
    }
}

/// What the allocator keeps after a flood goes back to the system.
enum Memory {
    /// Gives free memory back. Takes a millisecond or so; for the rare moments after a lot was freed.
    static func release() {
        malloc_trim(0)
    }
}
