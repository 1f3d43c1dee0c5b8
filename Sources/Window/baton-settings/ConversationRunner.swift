// SPDX-License-Identifier: Apache-2.0

import BatonDoctor
import BatonForms
import BatonProcesses
import BatonReactor
import Glibc
import SystemPackage

/// Runs batonctl and shows what it says. When the page is left it is ended: what it has begun at batond ends with it.
final class ConversationRunner {
    /// Called when something was said, and at the end.
    var onChange: (() -> Void)?
    private(set) var conversation: Conversation?

    private let reactor: Reactor
    private let program: String?
    private var child: Subprocess?
    private var output: FileDescriptor?
    private var watch: Watch?
    private var rest: [UInt8] = []

    private static let longestRest = 4096

    init(on reactor: Reactor) {
        self.reactor = reactor
        program = Performer.batonctl
    }

    deinit { close() }

    /// Begins one; another one is ended.
    func begin(_ kind: Conversation.Kind) {
        close()
        conversation = Conversation(kind)
        guard let program, let ends = try? FileDescriptor.pipe() else { return fail() }
        for end in [ends.readEnd, ends.writeEnd] { _ = fcntl(end.rawValue, F_SETFD, FD_CLOEXEC) }
        _ = fcntl(ends.readEnd.rawValue, F_SETFL, O_NONBLOCK)
        output = ends.readEnd
        watch = try? reactor.watch(ends.readEnd, for: .readable) { [weak self] _ in self?.read() }
        child = try? Subprocess(
            [program] + kind.words, environment: ProcessEnvironment.variables, output: ends.writeEnd, reactor: reactor
        ) { [weak self] _ in self?.ended() }
        try? ends.writeEnd.close()
        if child == nil { fail() }
        onChange?()
    }

    /// Ends it, and forgets what was said if it was over.
    func end() {
        if conversation?.isRunning == true {
            child?.send(.terminate)
        } else {
            conversation = nil
        }
        onChange?()
    }

    /// The page is not on the screen any more.
    func leave() {
        guard conversation?.isRunning == true else { return }
        child?.send(.terminate)
    }

    private func fail() {
        conversation?.take("batonctl: \(Errno.noSuchFileOrDirectory)")
        conversation?.isRunning = false
        close()
    }

    private func ended() {
        read()
        if !rest.isEmpty { say() }
        conversation?.isRunning = false
        close()
        onChange?()
    }

    private func close() {
        watch?.cancel()
        watch = nil
        child = nil
        try? output?.close()
        output = nil
        rest = []
    }

    private func read() {
        guard let output else { return }
        var buffer = [UInt8](repeating: 0, count: 4096)
        var isOver = false
        while let count = try? buffer.withUnsafeMutableBytes({ try output.read(into: $0) }) {
            guard count > 0 else {
                isOver = true
                break
            }
            for byte in buffer[..<count] {
                if byte == UInt8(ascii: "\n") { say() } else if rest.count < Self.longestRest { rest.append(byte) }
            }
        }
        // The end of the output is seen again and again; that of the child is told once.
        if isOver { watch?.cancel() }
        onChange?()
    }

    private func say() {
        conversation?.take(String(decoding: rest, as: UTF8.self))
        rest = []
    }
}
