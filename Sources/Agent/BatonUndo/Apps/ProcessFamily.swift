// SPDX-License-Identifier: Apache-2.0

import BatonProcesses
import BatonReactor
import Glibc

/// Finds the children of processes: from a list of each thread if the kernel was built with them (CONFIG_PROC_CHILDREN,
/// as Debian's), else from the parents of all processes of this user.
struct ProcessFamily {
    /// The processor time that the scan of all processes took.
    private(set) var scanTime = Duration.zero
    private let root: String
    private let end: Duration
    private var hasLists = true
    private var hasScanned = false
    /// The children by parent; nil before the scan, and if there are too many processes.
    private var all: [UInt32: [UInt32]]?

    /// The longest list of children in bytes. A longer one has more children than are inspected.
    private static let longest = 4096

    /// The processor time that the scan of all processes may take, about 10 µs for each process. Few kernels need the
    /// scan.
    private static let longestScan = Duration.milliseconds(20)

    /// - Parameter end: the instant of ``ThreadTime`` by which the lists have to be read.
    init(root: String, until end: Duration) {
        self.root = root
        self.end = end
    }

    /// The children of a process; nil if they cannot be found in time.
    mutating func children(of files: ProcessFiles) -> [UInt32]? {
        if hasLists {
            // The first thread exists as long as its process.
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
            // The thread may have ended meanwhile.
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

    /// Scans the children of all processes of this user. Those of other users cannot be inspected.
    private func scan(until end: Duration) -> [UInt32: [UInt32]]? {
        let user = geteuid()
        var result: [UInt32: [UInt32]] = [:]
        var isWhole = true
        let isReadable = ProcessFiles.forEachProcess(root: root) { process, folder in
            isWhole = ThreadTime.now < end
            guard isWhole else { return false }
            var status = stat()
            // No directory is opened for each process, since each of many is looked at once.
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

/// The processor time of this thread. It does not pass while other threads of a busy machine run.
enum ThreadTime {
    /// The time that the thread has used so far.
    static var now: Duration {
        var time = timespec()
        guard clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) == 0 else { return .zero }
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
