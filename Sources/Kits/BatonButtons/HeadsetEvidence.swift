// SPDX-License-Identifier: Apache-2.0

package import BatonEvents

/// What a Bluetooth headset sent in a trial, and what that tells of it (rule I55).
package struct HeadsetEvidence: Equatable, Sendable {
    /// The commands of presses while the headset was shown "playing".
    package var whilePlaying: [RemoteControlSubtype] = []
    /// The commands of presses while the headset was shown "paused".
    package var whilePaused: [RemoteControlSubtype] = []
    /// What came without a press, while the headset was taken off and put on.
    package var unpressed: [RemoteControlSubtype] = []
    /// Whether the headset sent more than a person presses.
    package var isFlooded = false

    /// How many presses are asked for while "playing" is shown. With fewer, chance looks like a pattern.
    package static let pressesWhilePlaying = 4
    /// How many presses are asked for while "paused" is shown.
    package static let pressesWhilePaused = 2

    /// What the evidence tells. The raw value is the word in JSON.
    package enum Finding: String, CaseIterable, Sendable {
        /// It sends Pause while it is shown "playing", and Play while it is shown "paused".
        case listens
        /// It sends the two in turn, whatever it is shown.
        case ownBelief = "own-belief"
        /// It sends only Play.
        case onlyPlay = "only-play"
        /// It sends Pause or Play without a press: it feels whether it is worn.
        case worn
        /// None of these.
        case mixed
        /// There were too few presses to tell.
        case incomplete
    }

    package init() {}

    /// What the evidence tells. What the sensor sends comes first: no press may be taken for it (rule I50).
    package var finding: Finding {
        if !unpressed.isEmpty { return .worn }
        if isFlooded { return .mixed }
        guard whilePlaying.count >= Self.pressesWhilePlaying else { return .incomplete }
        guard whilePaused.count >= Self.pressesWhilePaused else { return .mixed }
        if whilePlaying.allSatisfy({ $0 == .pause }), whilePaused.allSatisfy({ $0 == .play }) { return .listens }
        if (whilePlaying + whilePaused).allSatisfy({ $0 == .play }) { return .onlyPlay }
        return Self.alternates(whilePlaying) && Self.alternates(whilePaused) ? .ownBelief : .mixed
    }

    /// The belief for the headset's section. Without clear evidence it is what starts no music (rule I50).
    package var belief: HeadsetBelief {
        switch finding {
        case .ownBelief: .corrected
        case .onlyPlay: .toggle
        case .listens, .worn, .mixed, .incomplete: .sent
        }
    }

    /// The lines for the headset's section in baton.conf, without its header; empty if nothing was found out.
    package var settings: [String] {
        guard finding != .incomplete else { return [] }
        return ["play-pause = \(belief.rawValue)"] + (finding == .worn ? ["wear = yes"] : [])
    }

    private static func alternates(_ commands: [RemoteControlSubtype]) -> Bool {
        zip(commands, commands.dropFirst()).allSatisfy { $0 != $1 }
    }
}
