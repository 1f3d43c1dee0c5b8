// SPDX-License-Identifier: Apache-2.0

import BatonMotion
import BatonTouchscreen
import BatonValues
import Glibc
import SystemPackage

/// Reads a recording from a file, from standard input (`-`), or from a `.gz`.
enum RecordingFile {
    /// The longest text that is read, in bytes; a day at 100 Hz is less.
    static let limit = 1 << 30

    /// - Throws: ``CommandError`` with the file's name, and the line where a line is invalid.
    static func read(_ path: String) throws(CommandError) -> Recording {
        try readBoth(path).0
    }

    /// Reads a recording, with its text.
    ///
    /// - Throws: ``CommandError`` with the file's name, and the line where a line is invalid.
    static func readBoth(_ path: String) throws(CommandError) -> (Recording, text: String) {
        let text = try text(path)
        do {
            return (try RecordingReader.read(text), text)
        } catch {
            throw Self.error(path, error.line, error.message)
        }
    }

    /// Reads a recording of touches.
    ///
    /// - Throws: ``CommandError`` with the file's name, and the line where a line is invalid.
    static func touches(_ path: String) throws(CommandError) -> TouchRecording {
        let text = try text(path)
        do { return try TouchRecording(text) } catch { throw Self.error(path, error.line, error.description) }
    }

    /// The panel of a recording of touches.
    ///
    /// - Throws: ``CommandError`` if the touches of the device are not used.
    static func panel(of recording: TouchRecording, _ path: String) throws(CommandError) -> TouchPanel {
        do { return try recording.panel.get() } catch { throw CommandError("\(path): \(error)") }
    }

    private static func error(_ path: String, _ line: Int?, _ message: String) -> CommandError {
        CommandError("\(line.map { "\(path):\($0)" } ?? path): \(message)")
    }

    private static func text(_ path: String) throws(CommandError) -> String {
        let bytes: [UInt8]
        do {
            bytes = try path.hasSuffix(".gz") ? unpacked(path) : contents(path)
        } catch {
            throw CommandError("Could not read \(path): \(error)")
        }
        guard bytes.count <= limit else { throw CommandError("Could not read \(path): it is larger than 1 GiB.") }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The name of a path's file, without its folders.
    static func name(_ path: String) -> String {
        path == "-" ? "standard input" : path.split(separator: "/").last.map(String.init) ?? path
    }

    private static func contents(_ path: String) throws -> [UInt8] {
        if path == "-" { return try all(of: .standardInput) }
        let file = try FileDescriptor.open(path, .readOnly, options: .closeOnExec)
        defer { try? file.close() }
        return try all(of: file)
    }

    private static func all(of file: FileDescriptor) throws -> [UInt8] {
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count <= limit {
            let count = try block.withUnsafeMutableBytes { try file.read(into: $0, retryOnInterrupt: true) }
            if count == 0 { break }
            bytes.append(contentsOf: block[..<count])
        }
        return bytes
    }

    /// The output of `gzip -dc` for the file. Of a file that was cut, as when its disk was full, it is all lines that are whole;
    /// the rest is told on standard error.
    private static func unpacked(_ path: String) throws -> [UInt8] {
        let file = try FileDescriptor.open(path, .readOnly, options: .closeOnExec)
        defer { try? file.close() }
        let (output, messages) = (try FileDescriptor.pipe(), try FileDescriptor.pipe())
        defer {
            try? output.readEnd.close()
            try? messages.readEnd.close()
        }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        // Without the name in its arguments gzip's message has no part of it.
        posix_spawn_file_actions_adddup2(&actions, file.rawValue, 0)
        posix_spawn_file_actions_adddup2(&actions, output.writeEnd.rawValue, 1)
        posix_spawn_file_actions_adddup2(&actions, messages.writeEnd.rawValue, 2)
        for end in [output.readEnd, output.writeEnd, messages.readEnd, messages.writeEnd] where end.rawValue > 2 {
            posix_spawn_file_actions_addclose(&actions, end.rawValue)
        }
        var arguments = ["gzip", "-dc"].map { (text: String) in strdup(text) }
        arguments.append(nil)
        defer { arguments.forEach { free($0) } }
        var child: pid_t = 0
        let error = posix_spawnp(&child, "gzip", &actions, nil, &arguments, environ)
        try output.writeEnd.close()
        try messages.writeEnd.close()
        if error != 0 { throw CommandError("gzip could not be started: \(Errno(rawValue: error))") }
        let bytes = try all(of: output.readEnd)
        if bytes.count > limit { kill(child, SIGTERM) }
        // It writes one line at its end, which waits in the pipe.
        let words = String(decoding: try all(of: messages.readEnd).prefix(4096), as: UTF8.self)
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0, errno == EINTR {}
        if status == 0 || bytes.count > limit { return bytes }
        guard isCut(words) else { throw CommandError("gzip could not unpack it") }
        guard let end = bytes.lastIndex(of: UInt8(ascii: "\n")) else {
            throw CommandError("it was cut before the end of its first line")
        }
        Console.complain("\(path) was cut; what is whole of it is read.")
        return Array(bytes[...end])
    }

    /// Whether gzip says that the file ends too early: GNU's, and busybox's in two versions. Other errors mean that what it
    /// has unpacked may be wrong. It has one exit status for all of them.
    private static func isCut(_ words: String) -> Bool {
        ["unexpected end of file", "unexpected EOF", "short read"].contains { words.contains(bytesOf: $0) }
    }
}
