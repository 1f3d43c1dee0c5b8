// SPDX-License-Identifier: Apache-2.0

import BatonFiles
import BatonProcesses
import BatonSession
import CLinux
import Glibc

/// Looks for a picture from the root of a player in a sandbox, so that the player cannot have a file shown that it may not
/// read (rule MPRIS50).
///
/// It runs in a process of its own, `batond --picture PROCESS PATH [COPY]`, which batond kills when it takes too long: a file
/// system in a sandbox may never answer.
package enum SandboxedPicture {
    /// What was found; the exit status of the process.
    package enum Finding: Int32, Sendable {
        /// The path is the same picture for the player and for the user's programs.
        case same = 0
        /// The player may not read it, it is no picture, or the user's programs would find another file.
        case none = 1
        /// The picture was copied.
        case copied = 3
    }

    /// The option that makes a look of a start of batond.
    package static let option = "--picture"

    /// Looks, if these are the arguments of a look; nil if they are not.
    package static func run(_ arguments: [String], home: String?) -> Finding? {
        guard arguments.first == option else { return nil }
        guard (3...4).contains(arguments.count), let process = UInt32(arguments[1]) else { return Finding.none }
        return look(from: process, at: arguments[2], copy: arguments.count > 3 ? arguments[3] : nil, home: home)
    }

    /// Looks for a picture.
    ///
    /// - Parameters:
    ///   - process: the player's. The number may be another process's by now, so it must still be one in a sandbox.
    ///   - path: what the player names.
    ///   - copy: where the picture is copied to; nil for nowhere.
    ///   - home: the user's home folder.
    static func look(from process: UInt32, at path: String, copy: String?, home: String?) -> Finding {
        guard let files = ProcessFiles(of: process), SandboxedProcess.confines(files) else { return .none }
        let root = openat(files.folder, "root", Int32(CLINUX_O_PATH) | O_DIRECTORY | O_CLOEXEC)
        guard root >= 0 else { return .none }
        defer { close(root) }
        // The path alone first: to open a pipe or a device may do something.
        let inside = clinux_open_in_root(root, path, Int32(CLINUX_O_PATH) | O_CLOEXEC)
        guard inside >= 0 else { return .none }
        defer { close(inside) }
        guard let file = identity(of: inside), isOwn(inside, ofSnap: SandboxedProcess.snap(of: files), home),
            let bytes = contents(of: inside, most: copy == nil ? ArtData.longestMark : ArtData.mostBytes + 1),
            PictureFormat.isPicture(bytes)
        else { return .none }
        if let copy, bytes.count <= ArtData.mostBytes { return write(bytes, copy) ? .copied : .none }
        let outside = open(path, Int32(CLINUX_O_PATH) | O_CLOEXEC)
        guard outside >= 0 else { return .none }
        defer { close(outside) }
        return identity(of: outside) == file ? .same : .none
    }

    /// Whether a snap's own folder holds a file. What else a snap may read is written in its AppArmor profile, which cannot be
    /// asked; its root shows all of the home folder.
    private static func isOwn(_ file: Int32, ofSnap snap: String?, _ home: String?) -> Bool {
        guard let snap else { return true }
        guard !snap.isEmpty, let home, let path = SymbolicLink.target(of: "/proc/self/fd/\(file)"),
            let folder = realpath(home, nil)
        else {
            return false
        }
        defer { free(folder) }
        return path.starts(with: "\(String(cString: folder))/snap/\(snap)/".utf8)
    }

    private struct Identity: Equatable {
        var device: dev_t
        var number: ino_t
    }

    /// Which file it is; nil if it is no regular file.
    private static func identity(of descriptor: Int32) -> Identity? {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Identity(device: status.st_dev, number: status.st_ino)
    }

    /// The first bytes of a file; nil if it cannot be read.
    private static func contents(of path: Int32, most: Int) -> [UInt8]? {
        let file = open("/proc/self/fd/\(path)", O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        return try? SmallFile.bytes(of: file, most: most)
    }

    private static func write(_ bytes: [UInt8], _ path: String) -> Bool {
        guard let slash = path.lastIndex(of: "/") else { return false }
        return ArtFolder(path: String(path[..<slash])).write(bytes, String(path[path.index(after: slash)...]))
    }
}
