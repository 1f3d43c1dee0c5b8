// SPDX-License-Identifier: Apache-2.0

import BatonProcesses
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
    /// How long its further output waits in the pipe before some more of it is thrown away: a program that writes without end
    /// waits for that, and costs next to nothing here.
    static let drain = Duration.milliseconds(50)

    private(set) var output: [UInt8] = []
    private var process: Subprocess?
    private var pipe: FileDescriptor?
    private var watch: Watch?
    private var timer: ReactorTimer?
    private var drainTimer: ReactorTimer?
    private let reactor: Reactor

    /// Starts a program.
    ///
    /// - Parameter ended: called once when it has ended, however that was.
    /// - Throws: the error of `posix_spawn`, or of the pipe.
    init(
        _ command: [String], environment: [String: String], timeout: Duration, reactor: Reactor,
        ended: @escaping (HookRun, Subprocess.Exit) -> Void
    ) throws(Errno) {
        self.reactor = reactor
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
    func stop() { process?.retireGroup(within: Self.grace) }

    /// Kills it and its children.
    func kill() { process?.killGroup() }

    /// Reads what there is; what is too much is thrown away, a pipe's content at a time.
    private func read() {
        guard let pipe else { return }
        if output.count == Self.mostOutput { pause() }
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

    private func pause() {
        watch?.readiness = []
        drainTimer?.cancel()
        drainTimer = reactor.schedule(after: Self.drain, tolerance: Self.drain / 2) { [weak self] in
            self?.watch?.readiness = .readable
        }
    }

    private func unwatch() {
        drainTimer?.cancel()
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
