// SPDX-License-Identifier: Apache-2.0

import BatonReactor
import Glibc

/// The children of processes, as the kernel tells: by a list for each thread where it was built with them (CONFIG_PROC_CHILDREN, as
/// Debian's), else by a look at all processes of this user.
struct ProcessFamily {
    /// The processor's time that the look at all processes took.
    private(set) var scanTime = Duration.zero
    private let root: String
    private let end: Duration
    private var hasLists = true
    private var hasScanned = false
    /// By parent; nil until it is needed, and when there are too many processes.
    private var all: [UInt32: [UInt32]]?

    /// A list of children. A longer list is that of more children than are looked at.
    private static let longest = 4096

    /// What the look at all processes may take, which few kernels need: 10 µs for each process.
    private static let longestScan = Duration.milliseconds(20)

    /// - Parameter end: the instant of ``ThreadTime`` by which lists have to be read.
    init(root: String, until end: Duration) {
        self.root = root
        self.end = end
    }

    /// The children of a process; nil when they cannot be told in time.
    mutating func children(of files: ProcessFiles) -> [UInt32]? {
        if hasLists {
            // A process' first thread is there as long as the process.
            if files.has("task/\(files.process)/children") { return listed(files) }
            // The process has ended, or the kernel has no lists.
            guard files.has("stat") else { return [] }
            hasLists = false
        }
        if !hasScanned {
            hasScanned = true
            let begin = ThreadTime.now
            all = scan(until: begin + Self.longestScan)
            scanTime = ThreadTime.now - begin
        }
        return all.map { $0[files.process] ?? [] }
    }

    private func listed(_ files: ProcessFiles) -> [UInt32]? {
        var result: [UInt32]? = []
        files.forEachNumber(in: "task") { thread, folder in
            // A thread may have ended since.
            let list = ProcessFiles.bytes(of: "\(thread)/children", in: folder, most: Self.longest) ?? []
            guard ThreadTime.now < end, list.count < Self.longest else {
                result = nil
                return false
            }
            result? += list.split(separator: UInt8(ascii: " ")).compactMap {
                UInt32(String(decoding: $0, as: UTF8.self))
            }
            return true
        }
        return result
    }

    /// The children of all processes. Other users' are left out: nothing can be learnt of them.
    private func scan(until end: Duration) -> [UInt32: [UInt32]]? {
        let user = geteuid()
        var result: [UInt32: [UInt32]] = [:]
        var isWhole = true
        let isReadable = ProcessFiles.forEachProcess(root: root) { process, folder in
            isWhole = ThreadTime.now < end
            guard isWhole else { return false }
            var status = stat()
            // Not by a folder that is held: this is one look at each of many.
            guard fstatat(folder, "\(process)", &status, 0) == 0, status.st_uid == user,
                let line = ProcessFiles.bytes(of: "\(process)/stat", in: folder, most: ProcessFiles.longestStatus),
                let parent = ProcessFiles.parent(inStatus: line)
            else { return true }
            result[parent, default: []].append(process)
            return true
        }
        return isReadable && isWhole ? result : nil
    }
}

/// The processor's time that this thread has used: on a busy machine it stands still while others run.
enum ThreadTime {
    /// Up to this instant.
    static var now: Duration {
        var time = timespec()
        guard clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) == 0 else { return .zero }
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
