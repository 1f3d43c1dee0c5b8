// SPDX-License-Identifier: Apache-2.0

import BatonProcesses
import BatonValues
import Glibc

/// The displays that a process serves: a compositor or an X server in a window forwards the keys of that window to windows
/// that the session's display does not know (rule UNDO47).
///
/// The kernel lists the sockets at which the process listens; no name of a program is needed.
struct ServedDisplays: Sendable, Equatable {
    /// The path of a Wayland display; nil if it serves none.
    var wayland: String?
    /// The path at which sway tells about that display's windows (sway-ipc(7)); nil if it is another compositor.
    var sway: String?
    /// Whether it serves X11.
    var servesX11 = false

    /// The bytes of the kernel's list that are read. A busy desktop has some 100 KiB.
    private static let longest = 1 << 20
    /// The flag of a socket that listens.
    private static let listens: UInt32 = 0x10000

    /// Whether its window shows windows of other programs.
    var isDisplay: Bool { wayland != nil || servesX11 }

    init() {}

    /// Finds them in the kernel's list.
    ///
    /// - Parameter sockets: the numbers of the sockets that the process has open.
    init(of files: ProcessFiles, sockets: Set<UInt64>) {
        // That of the process' own network namespace: a sandbox has other sockets.
        let list = sockets.isEmpty ? nil : files.bytes(of: "net/unix", most: Self.longest)
        self.init(list: list ?? [], sockets: sockets) { access($0, F_OK) == 0 }
    }

    /// - Parameters:
    ///   - list: the text of `/proc/PID/net/unix`.
    ///   - isThere: whether a file exists.
    init(list: [UInt8], sockets: Set<UInt64>, isThere: (_ path: String) -> Bool) {
        for line in list.split(separator: UInt8(ascii: "\n")) {
            // Number, references, protocol, flags, type, state, inode, path. Few lines have a path and listen.
            let fields = line.split(separator: UInt8(ascii: " "), maxSplits: 7)
            guard fields.count == 8, let flags = UInt32(Self.text(fields[3]), radix: 16), flags & Self.listens != 0,
                let inode = UInt64(Self.text(fields[6])), sockets.contains(inode)
            else { continue }
            note(Self.text(fields[7]), isThere)
        }
    }

    private mutating func note(_ path: String, _ isThere: (String) -> Bool) {
        let name = path.split(separator: "/").last.map(String.init) ?? ""
        // An abstract socket begins with "@" in the list.
        if path.contains(bytesOf: "/.X11-unix/X") {
            servesX11 = true
        } else if path.hasPrefix("/"), name.hasPrefix("sway-ipc.") {
            sway = path
        } else if path.hasPrefix("/"), name.hasPrefix("wayland-") || isThere(path + ".lock") {
            // libwayland locks each display that it serves by such a file; PipeWire does as well, and has no windows.
            wayland = path
        }
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
}
