// SPDX-License-Identifier: Apache-2.0

internal import BatonDBus

/// Tells callers in a Flatpak or Snap sandbox from the others (design §5): what a sandbox confines, it must not command.
@MainActor
struct SandboxCheck {
    let connection: Connection
    /// Tells by its process whether a caller is in a sandbox; tests have their own.
    var isSandboxed: (_ process: UInt32) -> Bool = { Self.isSandboxed($0) }

    /// Calls back with whether `caller` may change the user's own settings. Unknown counts as no.
    func isUnconfined(_ caller: BusName, then: @escaping (Bool) -> Void) {
        connection.connectionProcessID(of: caller) { result in
            guard case .success(let process) = result else { return then(false) }
            then(!isSandboxed(process))
        }
    }

    /// - Parameter root: where procfs is mounted; tests pass their own.
    nonisolated static func isSandboxed(_ process: UInt32, root: String = "/proc") -> Bool {
        // A root that may not be entered is no Flatpak's: theirs may.
        if SmallFile.firstLine("\(root)/\(process)/root/.flatpak-info") != nil { return true }
        return SmallFile.firstLine("\(root)/\(process)/attr/current")?.hasPrefix("snap.") ?? false
    }
}
