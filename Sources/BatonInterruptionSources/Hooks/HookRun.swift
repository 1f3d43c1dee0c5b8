// SPDX-License-Identifier: Apache-2.0

import BatonReactor
import Glibc
import SystemPackage

/// A hook's program from its start to its end. Its output is kept up to a length, and the rest is thrown away (rule I84).
@MainActor
final class HookRun {
    /// How much of the output is kept, in bytes.
    static let mostOutput = 4096
    /// How long it may take to leave when it is told to.
    static let grace = Duration.seconds(2)

    private(set) var output: [UInt8] = []
    private var process: Subprocess?
    private var pipe: FileDescriptor?
    private var watch: Watch?
    private var timer: ReactorTimer?

    /// Starts a program.
    ///
    /// - Parameter ended: called once when it has ended, however that was.
    /// - Throws: the error of `posix_spawn`, or of the pipe.
    init(
        _ command: [String], environment: [String: String], timeout: Duration, reactor: Reactor,
        ended: @escaping (HookRun, Subprocess.Exit) -> Void
    ) throws(Errno) {
        let ends: (readEnd: FileDescriptor, writeEnd: FileDescriptor)
        do {
            ends = try FileDescriptor.pipe()
        } catch {
            throw (error as? Errno) ?? .ioError
        }
        defer { try? ends.writeEnd.close() }
        pipe = ends.readEnd
        for end in [ends.readEnd, ends.writeEnd] { _ = fcntl(end.rawValue, F_SETFD, FD_CLOEXEC) }
        _ = fcntl(ends.readEnd.rawValue, F_SETFL, O_NONBLOCK)
        do {
            process = try Subprocess(
                command, environment: environment, output: ends.writeEnd, isDetached: true, reactor: reactor
            ) { [weak self] exit in
                guard let self else { return }
                read()
                close()
                ended(self, exit)
            }
            watch = try reactor.watch(ends.readEnd, for: .readable) { [weak self] _ in self?.read() }
        } catch {
            close()
            throw error
        }
        timer = reactor.schedule(after: timeout, tolerance: .milliseconds(500)) { [weak self] in self?.stop() }
    }

    /// Tells it and its children to end, and kills them when they do not.
    func stop() {
        guard let process, process.isRunning else { return }
        // It has a session of its own, and so a process group.
        kill(-process.identifier, SIGTERM)
        process.retire(within: Self.grace)
    }

    /// Reads what there is; what is too much is read and forgotten, so that the program does not wait.
    private func read() {
        guard let pipe else { return }
        withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
            for _ in 0..<16 {
                let count = Glibc.read(pipe.rawValue, buffer.baseAddress, buffer.count)
                guard count > 0 else {
                    if count == 0 || errno != EAGAIN { unwatch() }
                    return
                }
                output += buffer[..<min(count, Self.mostOutput - output.count)]
            }
        }
    }

    private func unwatch() {
        watch?.cancel()
        watch = nil
        try? pipe?.close()
        pipe = nil
    }

    private func close() {
        timer?.cancel()
        unwatch()
    }
}
