// SPDX-License-Identifier: Apache-2.0

import BatonProcesses

/// The processes of sandboxes, by the numbers that they have there. A program in one tells the sound server such a number, which
/// outside is that of another process or of none (rule I120).
struct SandboxedNumbers {
    /// How long what was read is used: many streams may appear at a time.
    private static let lifetime = Duration.milliseconds(100)
    private static let longestStatus = 8 << 10
    /// The most processes of sandboxes.
    private static let most = 1024

    private let root: String
    private var processes: [(inside: UInt32, outside: UInt32)] = []
    private var readAt: Duration?

    init(root: String) { self.root = root }

    /// The numbers outside of processes that have a number in a sandbox.
    mutating func outside(_ number: UInt32, at now: Duration) -> [UInt32] {
        if readAt.map({ now - $0 >= Self.lifetime }) ?? true {
            read()
            readAt = now
        }
        return processes.filter { $0.inside == number }.map(\.outside)
    }

    /// The number that a process has for itself, as its `status` says; nil if it is in no sandbox with numbers of its own.
    static func inside(_ status: [UInt8]) -> UInt32? {
        for line in status.split(separator: UInt8(ascii: "\n")) where line.starts(with: "NSpid:".utf8) {
            let numbers = line.dropFirst(6).split { $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: " ") }
            guard numbers.count > 1, let last = numbers.last else { return nil }
            return UInt32(String(decoding: last, as: UTF8.self))
        }
        return nil
    }

    /// The number that a process has for itself; nil if it is in no sandbox with numbers of its own.
    static func inside(_ files: ProcessFiles) -> UInt32? {
        files.bytes(of: "status", most: longestStatus).flatMap { inside($0) }
    }

    private mutating func read() {
        processes = []
        ProcessFiles.forEachProcess(root: root) { number, folder in
            let status = ProcessFiles.bytes(of: "\(number)/status", in: folder, most: Self.longestStatus)
            if let inside = status.flatMap({ Self.inside($0) }) { processes.append((inside, number)) }
            return processes.count < Self.most
        }
    }
}
