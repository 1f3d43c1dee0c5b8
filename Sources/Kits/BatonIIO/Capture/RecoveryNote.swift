// SPDX-License-Identifier: Apache-2.0

import BatonFiles
import Glibc
import SystemPackage

/// A file with the state of a buffer, which exists while the buffer is taken. A process that is killed leaves the
/// buffer on and the sensor powered; the next process restores the state from the file (rule IIO27).
struct RecoveryNote: Sendable {
    private let file: String

    private static let header = "baton-iio 1"
    private static let limit = 16384

    init(file: String) {
        self.file = file
    }

    /// Writes the state of the device in the folder `path`.
    func write(_ state: BufferState, of path: String) {
        guard let boot = Self.boot else { return }
        // The note ends with the boot, so the disk need not have it.
        try? AtomicFile(file).write(Array(Self.text(of: state, of: path, boot: boot).utf8), isSynced: false)
    }

    /// Removes the file, because the buffer's state is restored.
    func remove() {
        unlink(file)
    }

    /// Reads the state of the device in the folder `path` before its buffer was taken, if a process wrote it since the
    /// last boot.
    ///
    /// - Parameter present: the device's state now. Only its files are taken from the note, so that no other file is
    ///   ever written.
    func read(of path: String, present: BufferState) -> BufferState? {
        guard let text, let boot = Self.boot else { return nil }
        return Self.state(in: text, of: path, boot: boot, present: present)
    }

    // MARK: The text

    static func text(of state: BufferState, of path: String, boot: String) -> String {
        var lines = [header, "boot \(boot)", "device \(path)", "enabled \(state.isEnabled ? 1 : 0)"]
        lines += state.values.filter { !$0.text.contains("\n") }.map { "value \($0.file) \($0.text)" }
        return lines.joined(separator: "\n") + "\n"
    }

    static func state(in text: String, of path: String, boot: String, present: BufferState) -> BufferState? {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
        guard lines.popFirst() == header[...], lines.popFirst() == "boot \(boot)", lines.popFirst() == "device \(path)",
            let enabled = lines.popFirst()
        else { return nil }
        let known = Set(present.values.map(\.file))
        let values = lines.compactMap { line -> BufferState.Value? in
            let words = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
            guard words.count == 3, words[0] == "value", known.contains(String(words[1])) else { return nil }
            return BufferState.Value(file: String(words[1]), text: String(words[2]))
        }
        return BufferState(values: values, isEnabled: enabled == "enabled 1")
    }

    // MARK: The file

    /// Nil also for a note that is too long: a value that is cut in the middle must not be written to a device.
    private var text: String? {
        (try? SmallFile.read(file, most: Self.limit, followsLinks: false)).flatMap { $0 }
            .map { String(decoding: $0, as: UTF8.self) }
    }

    private static var boot: String? {
        try? SysfsFolder(path: "/proc/sys/kernel/random").text("boot_id")
    }
}
