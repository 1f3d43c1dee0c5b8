// SPDX-License-Identifier: Apache-2.0

import BatonTestSupport
import Foundation
import Glibc

/// A program that runs beside the test. Its output goes to files that can be read while it runs.
final class ChildProcess: AwaitedProcess {
    private(set) var status: Int32?
    let identifier: pid_t
    private let directory: URL

    /// Starts `arguments[0]`, an absolute path or a name in `$PATH`, with exactly this environment.
    init(_ arguments: [String], environment: [String: String]) throws {
        directory = FileManager.default.temporaryDirectory.appending(path: "batonctl-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        for (descriptor, name) in [(1, "out"), (2, "err")] {
            let path = directory.appending(path: name).path
            posix_spawn_file_actions_addopen(&actions, Int32(descriptor), path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        }
        // The child must not inherit what other tests have open, such as an agent's end of a stream.
        InheritedDescriptors.close(from: 3, in: &actions)
        var argv = arguments.map { strdup($0) } + [nil]
        var envp = environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { (argv + envp).forEach { free($0) } }
        var identifier: pid_t = 0
        let error = posix_spawnp(&identifier, arguments[0], &actions, nil, &argv, &envp)
        if error != 0 { throw POSIXError(POSIXErrorCode(rawValue: error) ?? .ENOENT) }
        self.identifier = identifier
    }

    deinit {
        if hasEnded == false {
            kill()
            waitpid(identifier, nil, 0)
        }
        try? FileManager.default.removeItem(at: directory)
    }

    /// Kills it.
    func kill() { Glibc.kill(identifier, SIGKILL) }

    /// Whether it has ended; then `status` is set, to the negative number for a signal.
    var hasEnded: Bool {
        if status != nil { return true }
        var raw: Int32 = 0
        guard waitpid(identifier, &raw, WNOHANG) == identifier else { return false }
        status = raw & 0x7f == 0 ? (raw >> 8) & 0xff : -(raw & 0x7f)
        return true
    }

    /// Nothing tells that a file has grown.
    var outputDescriptor: Int32? { nil }
    /// What it printed, and then what it complained of.
    var printed: String { output + errors }
    var output: String { text("out") }
    var errors: String { text("err") }

    /// The lines printed so far, without a last line that has no line end yet.
    var lines: [String] { output.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init) }

    private func text(_ name: String) -> String {
        (try? String(contentsOf: directory.appending(path: name), encoding: .utf8)) ?? ""
    }
}
