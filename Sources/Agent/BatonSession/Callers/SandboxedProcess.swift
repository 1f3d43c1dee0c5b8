// SPDX-License-Identifier: Apache-2.0

package import BatonDBus
package import BatonProcesses
import CLinux
import Glibc
import SystemPackage

/// Whether the process behind a connection is in a Flatpak or Snap sandbox.
///
/// A sandbox cannot hide: Flatpak puts `/.flatpak-info` into the root of everything it starts, its proxy for D-Bus included, and
/// Snap runs everything under an AppArmor profile and in a control group that begin with `snap.`. So a process is unconfined only
/// when all of it could be looked at and nothing of that was found. One that has ended, or that does not let itself be looked at,
/// counts as confined; the superuser's processes, which no other user may look at, do not.
///
/// Without ``ConnectionCredentials/processDescriptor`` (dbus-daemon before 1.15.8) a number is all that the bus tells: when the
/// process has ended and another got its number meanwhile, that one is looked at.
package enum SandboxedProcess {
    /// How the process stands.
    ///
    /// - Parameter root: where procfs is mounted; tests pass their own.
    package static func standing(_ credentials: ConnectionCredentials, root: String = "/proc")
        -> CallerIdentities.Standing
    {
        if let label = credentials.securityLabel, isSnap(label) { return .confined }
        guard let process = credentials.processID, let files = ProcessFiles(of: process, root: root) else {
            return .confined
        }
        switch outside(files) {
        case .yes: break
        case .no: return .confined
        case .forbidden: guard credentials.userID == 0, geteuid() != 0 else { return .confined }
        }
        // The number was the connection's process as long as that one lives.
        if let descriptor = credentials.processDescriptor, hasEnded(descriptor.fileDescriptor.rawValue) {
            return .confined
        }
        return .unconfined
    }

    /// Whether a process is in a sandbox, or does not let itself be looked at.
    ///
    /// - Parameter files: the process; nil if it has ended.
    package static func confines(_ files: ProcessFiles?) -> Bool { files.map { outside($0) != .yes } ?? true }

    /// The name of the snap that a process belongs to, by its group or by its AppArmor profile; nil outside of one. Empty for a
    /// snap without a name.
    package static func snap(of files: ProcessFiles) -> String? {
        let mark =
            read("cgroup", of: files).flatMap(snapGroup)
            ?? read("attr/current", of: files).flatMap { isSnap($0) ? $0 : nil }
        // "snap.NAME.PROGRAM", and more after it.
        return mark.map { mark in mark.dropFirst("snap.".count).prefix { $0 != "." }.description }
    }

    /// Whether a process is in no sandbox.
    private enum Outside { case yes, no, forbidden }

    /// Whether a process is in no sandbox, as far as all of it could be read.
    private static func outside(_ files: ProcessFiles) -> Outside {
        guard let groups = read("cgroup", of: files) else { return .no }
        guard !isInSnapGroup(groups) else { return .no }
        // Without AppArmor there is no such file, or it cannot be read.
        if let label = read("attr/current", of: files), isSnap(label) { return .no }
        // The root is a link that only a process with access to this one can follow.
        let root = openat(files.folder, "root", Int32(CLINUX_O_PATH) | O_DIRECTORY | O_CLOEXEC)
        guard root >= 0 else { return errno == EACCES || errno == EPERM ? .forbidden : .no }
        defer { close(root) }
        guard faccessat(root, ".flatpak-info", F_OK, AT_SYMLINK_NOFOLLOW) != 0, errno == ENOENT else { return .no }
        return .yes
    }

    /// Whether a text of `cgroup` names a group of a snap.
    static func isInSnapGroup(_ groups: String) -> Bool { snapGroup(groups) != nil }

    private static func snapGroup(_ groups: String) -> String? {
        groups.split { $0 == "/" || $0 == "\n" }.lazy.map(String.init).first(where: isSnap)
    }

    private static func isSnap(_ label: String) -> Bool { label.hasPrefix("snap.") }

    private static func read(_ name: String, of files: ProcessFiles) -> String? {
        files.bytes(of: name, most: 64 << 10).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Whether the process of a pidfd has ended: then the descriptor is readable.
    private static func hasEnded(_ descriptor: Int32) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, 0) != 0
    }
}
