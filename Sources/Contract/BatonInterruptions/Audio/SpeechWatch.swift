// SPDX-License-Identifier: Apache-2.0

/// Whether a program reads something out: speech-dispatcher's modules, and with them screen readers (rule I175).
package struct SpeechWatch: Sendable {
    /// How long it may be silent between two sentences.
    package static let gap = Duration.seconds(1)

    /// Whether it reads, or did a moment ago.
    package private(set) var isSpeaking = false
    /// When it counts as over, if nothing is read until then.
    package private(set) var nextDeadline: Duration?

    package init() {}

    /// Looks at the streams that are there.
    package mutating func review(_ streams: some Sequence<AudioStream>, at now: Duration) {
        if streams.contains(where: { $0.isLive && Self.isSpeech($0) }) {
            isSpeaking = true
            nextDeadline = nil
        } else if isSpeaking {
            let end = nextDeadline ?? now + Self.gap
            nextDeadline = end
            if now >= end { (isSpeaking, nextDeadline) = (false, nil) }
        }
    }

    /// Whether a stream is of a module of speech-dispatcher.
    package static func isSpeech(_ stream: AudioStream) -> Bool {
        stream.program.hasPrefix("sd_") || stream.application.hasPrefix("speech-dispatcher")
    }
}
