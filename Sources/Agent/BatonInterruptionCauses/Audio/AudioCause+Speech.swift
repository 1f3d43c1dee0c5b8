// SPDX-License-Identifier: Apache-2.0

import BatonInterruptions
import BatonReactor
import BatonSettings

/// What is read out (rule I175).
extension AudioCause {
    /// Whether that does anything.
    var hearsSpeech: Bool { settings.choice(of: .speech).pauses }

    /// Begins an interruption when something is read out, and ends it when nothing is any more.
    func reviewSpeech() {
        guard settings.isEnabled, hearsSpeech, supervisor.isConnected else { return endSpeech() }
        var watch = speech?.watch ?? SpeechWatch()
        watch.review(routes.streams.values, at: reactor.now)
        guard watch.isSpeaking else { return endSpeech(isNormal: true) }
        let id = speech?.id ?? beginSpeech()
        speech = (watch, id)
    }

    private func beginSpeech() -> UInt32? {
        let choice = settings.choice(of: .speech)
        var request = InterruptionRequest(.speech, resumes: choice.resumes)
        request.lowers = choice.lowers
        return interruptions.begin(request)
    }

    /// - Parameter isNormal: false when it is not known whether it is over.
    private func endSpeech(isNormal: Bool = false) {
        guard let id = speech.map(\.id) else { return }
        speech = nil
        if let id { interruptions.end(id, isNormal: isNormal) }
    }
}
