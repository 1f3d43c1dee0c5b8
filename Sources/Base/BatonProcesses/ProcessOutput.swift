// SPDX-License-Identifier: Apache-2.0

package import BatonReactor
import Glibc
import SystemPackage

/// What a child process writes until its end, bounded in size and in time.
///
/// For what would wait in this process: a resolver, a file that lies on another machine. Not thread-safe: use it on the thread that
/// runs the reactor.
package final class ProcessOutput {
    private let most: Int
    private var child: Subprocess?
    private var timer: ReactorTimer?
    private var watch: Watch?
    private var output: FileDescriptor?
    private var bytes: [UInt8] = []
    private var told: (([UInt8]?) -> Void)?

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - command: the program and its arguments.
    ///   - environment: the whole environment of the child.
    ///   - most: how many bytes are read. A child that writes more is killed, and what it wrote until then is its output.
    ///   - limit: when to give up; it is killed then.
    ///   - told: called once in a later turn, with nil if it could not be started or did not end in time. It is not called after ``cancel()``.
    package init(
        of command: [String], environment: [String: String] = ["PATH": "/usr/bin:/bin", "LC_ALL": "C"],
        most: Int = 16_384, within limit: Duration = .seconds(5), on reactor: Reactor,
        told: @escaping ([UInt8]?) -> Void
    ) {
        self.most = most
        self.told = told
        guard let ends = try? FileDescriptor.pipe() else {
            giveUp(on: reactor)
            return
        }
        output = ends.readEnd
        _ = fcntl(ends.readEnd.rawValue, F_SETFL, O_NONBLOCK)
        _ = fcntl(ends.readEnd.rawValue, F_SETFD, FD_CLOEXEC)
        timer = reactor.schedule(after: limit) { [weak self] in self?.finish(nil) }
        // The output ends when the child ends.
        watch = try? reactor.watch(ends.readEnd, for: .readable) { [weak self] _ in self?.read() }
        child = try? Subprocess(command, environment: environment, output: ends.writeEnd, reactor: reactor) { _ in }
        try? ends.writeEnd.close()
        if child == nil || watch == nil { giveUp(on: reactor) }
    }

    deinit { cancel() }

    /// Kills the child. Nothing is told any more.
    package func cancel() {
        told = nil
        timer?.cancel()
        watch?.cancel()
        watch = nil
        child = nil
        try? output?.close()
        output = nil
    }

    private func giveUp(on reactor: Reactor) {
        timer?.cancel()
        timer = reactor.schedule(after: .zero) { [weak self] in self?.finish(nil) }
    }

    private func read() {
        guard let output else { return }
        var buffer = [UInt8](repeating: 0, count: 16_384)
        let count = try? buffer.withUnsafeMutableBytes { try output.read(into: $0) }
        guard let count else { return }
        bytes += buffer.prefix(min(count, most - bytes.count))
        if count == 0 || bytes.count == most { finish(bytes) }
    }

    private func finish(_ result: [UInt8]?) {
        let told = told
        cancel()
        told?(result)
    }
}
