// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Reads small files and folders at once.
enum TextFile {
    /// The contents of a file; empty if it cannot be read.
    static func read(_ path: String) -> String {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return "" }
        defer { close(descriptor) }
        return read(descriptor)
    }

    /// Everything until the end of an open file or pipe.
    static func read(_ descriptor: CInt) -> String {
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 16384)
        while true {
            let count = Glibc.read(descriptor, &part, part.count)
            guard count > 0 else { break }
            bytes += part[..<count]
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    static func write(_ text: String, to path: String) throws(BenchError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw BenchError("\(path) cannot be written: errno \(errno)") }
        defer { close(descriptor) }
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { throw BenchError("\(path) cannot be written: errno \(errno)") }
            bytes = bytes.dropFirst(count)
        }
    }

    /// Makes a folder of its own for a part of the benchmark.
    static func makeFolder() throws(BenchError) -> String {
        let place = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array((place + "/baton-bench.XXXXXX").utf8CString)
        guard mkdtemp(&template) != nil else { throw BenchError("no folder in \(place): errno \(errno)") }
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// The names in a folder, without `.` and `..`.
    static func entries(of path: String) -> [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names
    }
}
