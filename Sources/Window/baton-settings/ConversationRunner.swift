// SPDX-License-Identifier: Apache-2.0

import BatonForms
import BatonProcesses
import BatonReactor
import BatonSettings
import SystemPackage

/// Runs batonctl and shows what it says. When the page is left it is ended: what it has begun at batond ends with it.
final class ConversationRunner {
    /// Called when something was said, and at the end.
    var onChange: (() -> Void)?
    private(set) var conversation: Conversation?

    private let reactor: Reactor
    private let program: String?
    private var child: ProcessLines?

    private static let longestLine = 4096

    init(on reactor: Reactor) {
        self.reactor = reactor
        program = Performer.batonctl
    }

    /// Begins one; another one is ended.
    func begin(_ kind: Conversation.Kind) {
        conversation = Conversation(kind)
        child = program.flatMap { program in
            try? ProcessLines(
                of: [program] + kind.words, environment: Paths.processEnvironment(), longest: Self.longestLine,
                on: reactor, line: { [weak self] in self?.say($0) }, ended: { [weak self] in self?.ended() })
        }
        if child == nil {
            conversation?.take("batonctl: \(Errno.noSuchFileOrDirectory)")
            conversation?.isRunning = false
        }
        onChange?()
    }

    /// Ends it, and forgets what was said if it was over.
    func end() {
        if conversation?.isRunning == true { child?.terminate() } else { conversation = nil }
        onChange?()
    }

    /// The page is not on the screen any more.
    func leave() { if conversation?.isRunning == true { child?.terminate() } }

    private func say(_ line: [UInt8]) {
        conversation?.take(String(decoding: line, as: UTF8.self))
        onChange?()
    }

    private func ended() {
        conversation?.isRunning = false
        onChange?()
    }
}
