// SPDX-License-Identifier: Apache-2.0

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
    private var all: [Int32: [Int32]]?

    /// A list of children, or the beginning of a process' `stat`. A longer list is that of more children than are looked at.
    private static let longest = 4096

    /// What the look at all processes may take, which few kernels need: 10 µs for each process.
    private static let longestScan = Duration.milliseconds(20)

    /// - Parameter end: the instant of ``ThreadTime`` by which lists have to be read.
    init(root: String, until end: Duration) {
        self.root = root
        self.end = end
    }

    /// The children of a process; nil when they cannot be told in time.
    mutating func children(of process: Int32) -> [Int32]? {
        if hasLists {
            // A process' first thread is there as long as the process.
            if access("\(root)/\(process)/task/\(process)/children", F_OK) == 0 { return listed(process) }
            // The process has ended, or the kernel has no lists.
            guard access("\(root)/\(process)/stat", F_OK) == 0 else { return [] }
            hasLists = false
        }
        if !hasScanned {
            hasScanned = true
            let begin = ThreadTime.now
            all = scan(until: begin + Self.longestScan)
            scanTime = ThreadTime.now - begin
        }
        return all.map { $0[process] ?? [] }
    }

    private func listed(_ process: Int32) -> [Int32]? {
        let folder = "\(root)/\(process)/task"
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var result: [Int32] = []
        while let entry = readdir(directory) {
            guard let thread = Self.number(entry) else { continue }
            // A thread may have ended since.
            let list = read("\(folder)/\(thread)/children", in: AT_FDCWD) ?? []
            guard ThreadTime.now < end, list.count < Self.longest else { return nil }
            result += list.split(separator: UInt8(ascii: " ")).compactMap { Int32(String(decoding: $0, as: UTF8.self)) }
        }
        return result
    }

    /// The children of all processes. Other users' are left out: nothing can be learnt of them.
    private func scan(until end: Duration) -> [Int32: [Int32]]? {
        guard let directory = opendir(root) else { return nil }
        defer { closedir(directory) }
        let descriptor = dirfd(directory)
        let user = geteuid()
        var result: [Int32: [Int32]] = [:]
        while let entry = readdir(directory) {
            guard let process = Self.number(entry) else { continue }
            guard ThreadTime.now < end else { return nil }
            var status = stat()
            guard fstatat(descriptor, "\(process)", &status, 0) == 0, status.st_uid == user,
                let line = read("\(process)/stat", in: descriptor), let parent = Self.parent(line)
            else { continue }
            result[parent, default: []].append(process)
        }
        return result
    }

    /// The fourth field of `stat`; the second is a name, which may have spaces and parentheses of its own.
    static func parent(_ line: [UInt8]) -> Int32? {
        guard let end = line.lastIndex(of: UInt8(ascii: ")")) else { return nil }
        let fields = line[(end + 1)...].split(separator: UInt8(ascii: " "), maxSplits: 2)
        return fields.count > 1 ? Int32(String(decoding: fields[1], as: UTF8.self)) : nil
    }

    /// A folder's entry that is a number, as those of processes, threads and open files are.
    static func number(_ entry: UnsafeMutablePointer<dirent>) -> Int32? {
        let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        return Int32(name)
    }

    private func read(_ path: String, in directory: Int32) -> [UInt8]? {
        let descriptor = openat(directory, path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        let bytes = [UInt8](unsafeUninitializedCapacity: Self.longest) { buffer, count in
            count = max(0, Glibc.read(descriptor, buffer.baseAddress, buffer.count))
        }
        return bytes
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
