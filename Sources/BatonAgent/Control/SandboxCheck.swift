// SPDX-License-Identifier: Apache-2.0

internal import BatonDBus
internal import SystemPackage

/// Tells callers in a Flatpak or Snap sandbox from the others (design §5): what a sandbox confines, it must not command.
@MainActor
struct SandboxCheck {
    let connection: Connection

    /// Calls back with whether `caller` may change the user's own settings. Unknown counts as no.
    func isUnconfined(_ caller: BusName, then: @escaping (Bool) -> Void) {
        connection.connectionProcessID(of: caller) { result in
            guard case .success(let process) = result else { return then(false) }
            then(!Self.isSandboxed(process))
        }
    }

    /// - Parameter root: where procfs is mounted; tests pass their own.
    nonisolated static func isSandboxed(_ process: UInt32, root: String = "/proc") -> Bool {
        if exists("\(root)/\(process)/root/.flatpak-info") { return true }
        guard let label = contents("\(root)/\(process)/attr/current") else { return false }
        return label.hasPrefix("snap.")
    }

    private nonisolated static func exists(_ path: String) -> Bool {
        guard let file = try? FileDescriptor.open(FilePath(path), .readOnly, options: [.closeOnExec]) else {
            return false
        }
        try? file.close()
        return true
    }

    private nonisolated static func contents(_ path: String) -> String? {
        guard let file = try? FileDescriptor.open(FilePath(path), .readOnly, options: [.closeOnExec]) else {
            return nil
        }
        defer { try? file.close() }
        return withUnsafeTemporaryAllocation(byteCount: 256, alignment: 1) { buffer in
            guard let count = try? file.read(into: buffer), count > 0 else { return nil }
            return String(decoding: buffer[..<count], as: UTF8.self)
        }
    }
}
