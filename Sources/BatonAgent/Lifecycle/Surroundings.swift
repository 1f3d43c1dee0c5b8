// SPDX-License-Identifier: Apache-2.0

package import BatonDBus

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
