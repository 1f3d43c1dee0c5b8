// SPDX-License-Identifier: Apache-2.0

import BatonDBus
package import BatonMPRIS
import BatonSettings

/// Next and Previous as jumps in the track (rule MPRIS100).
extension PlayerResponder {
    /// How near the end of the track a jump may go. What would go further is a Next.
    private static let end: MediaTime = 1_000_000

    /// How far the command jumps; nil if it goes to another track: nothing else is configured, the track is too short, or would
    /// end before that, or the player cannot seek.
    func trackJump(_ method: PlayerMethod) -> MediaTime? {
        guard method == .next || method == .previous, let offset = offset(of: method) else { return nil }
        let length = player.metadata.length ?? 0
        if offset > 0, length > 0, player.position(at: player.now) + offset > length - Self.end { return nil }
        return offset
    }

    /// The same, wherever in its track the player is.
    private func offset(of method: PlayerMethod) -> MediaTime? {
        guard let rule = rules?.jumpRule(for: self), let jump = method == .next ? rule.next : rule.previous,
            player.capabilities.isSuperset(of: [.control, .seek])
        else { return nil }
        if rule.long > .zero, player.metadata.length ?? 0 < MediaTime(rule.long) { return nil }
        return MediaTime(jump)
    }

    /// What the player can do when it is commanded: a Next or Previous that jumps needs no other track (rule MPRIS100).
    package var capabilities: Capabilities {
        let own = player.capabilities
        guard !own.isSuperset(of: [.goNext, .goPrevious]) else { return own }
        var result = own
        if offset(of: .next) != nil { result.insert(.goNext) }
        if offset(of: .previous) != nil { result.insert(.goPrevious) }
        return result
    }

    /// The capabilities that may be others when these properties have changed.
    package func capabilitiesChanged(by properties: PropertySet) -> PropertySet {
        let depends = !properties.intersection([.canControl, .canSeek, .metadata]).isEmpty
        return depends && rules?.jumpRule(for: self) != nil ? [.canGoNext, .canGoPrevious] : []
    }

    /// The keys of the configuration by which Next and Previous jump: "next +30s, previous -10s, from 20min"; empty for none.
    package var jumpText: String {
        guard let rule = rules?.jumpRule(for: self) else { return "" }
        var words: [String] = []
        if let next = rule.next { words.append("next \(JumpText.render(next))") }
        if let previous = rule.previous { words.append("previous \(JumpText.render(previous))") }
        if rule.long > .zero { words.append("from \(JumpText.renderLength(rule.long))") }
        return words.joined(separator: ", ")
    }
}
