// SPDX-License-Identifier: Apache-2.0

import BatonAudioLink
import BatonInterruptions
import BatonProcesses
import BatonReactor
import BatonSettings

/// The programs that record now or are in a call, while their page is on the screen: those that may count as a call.
///
/// It has a baton-audio of its own. batond's runs only while something plays, and knows nothing of the microphone at other times.
final class RecordingWatch {
    /// Called when the programs are other ones.
    var onChange: (() -> Void)?
    /// Their names for people, each once, in the order of the alphabet.
    private(set) var programs: [String] = [] {
        didSet { if programs != oldValue { onChange?() } }
    }

    private let reactor: Reactor
    private let process: SupervisedProcess<AudioCommand, AudioReport>?
    private var calls = RecordingWatch.quiet
    private var isFollowed = false

    private static let mostPrograms = 16

    /// Judges as batond does where any microphone is a call; what the configuration ignores is left out by the page.
    private static var quiet: CallWatch {
        var calls = CallWatch()
        calls.sign = .microphone
        return calls
    }

    init(on reactor: Reactor) {
        self.reactor = reactor
        // No display: libpulse would ask an X server where the sound server is.
        let environment = Paths.processEnvironment().filter {
            ["HOME", "LANG", "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME"].contains($0.key) || $0.key.hasPrefix("PULSE_")
        }
        process = HelperProgram.path(of: "baton-audio").map {
            SupervisedProcess([$0], environment: environment, stopLimit: .seconds(1), reactor: reactor)
        }
        process?.onStart = { [weak self] in self?.process?.send(.watch) }
        process?.onReport = { [weak self] in self?.take($0.facts) }
        process?.onEnd = { [weak self] in self?.ended($0) }
    }

    deinit { process?.stop() }

    /// Begins or ends to listen.
    func follow(_ isWanted: Bool) {
        guard isWanted != isFollowed else { return }
        isFollowed = isWanted
        calls = Self.quiet
        programs = []
        if isWanted { process?.start() } else { process?.stop() }
    }

    private func take(_ facts: [AudioFact]) {
        for fact in facts { calls.take(fact, at: reactor.now) }
        let names = calls.presentCalls.map { stream in
            [stream.application, stream.program, stream.sandboxedApp].first { !$0.isEmpty } ?? ""
        }
        programs = Array(Set(names).subtracting([""]).sorted().prefix(Self.mostPrograms))
    }

    private func ended(_ end: ProcessEnd) {
        calls = Self.quiet
        programs = []
        // A library does not come by waiting.
        if case .notLoaded = end { return }
        process?.startLater()
    }
}
