// SPDX-License-Identifier: Apache-2.0

/// How a responder began to play, and what was so before: if it was no start, or only a clip, that is so again (rules MPRIS91 and
/// MPRIS92). An object, so that a responder that has not just started has no room for it.
final class RoutingStart: Sendable {
    /// How long a start must last to be one. A larger value hides a player's start from who looks at once; a smaller one believes more
    /// players that say for a moment that they play when they are opened.
    static let flash = Duration.milliseconds(200)
    /// How long a player must play before its end leaves it first. A larger value forgets more of what people have heard to its end; a
    /// smaller one keeps longer ring tones first.
    static let clip = Duration.seconds(5)

    let at: Duration
    /// The counter of uses that the start itself has.
    let use: Int
    /// The counter of uses of the responder before it.
    let formerUse: Int
    /// The responder that `Shift` had chosen before it.
    let formerShift: ResponderID?

    init(at: Duration, use: Int, formerUse: Int, formerShift: ResponderID?) {
        self.at = at
        self.use = use
        self.formerUse = formerUse
        self.formerShift = formerShift
    }

    /// Whether playing that ends now was no start, or a clip.
    ///
    /// - Parameter isEnd: whether what was played has come to its end: it stopped, left, or paused at its length.
    func isVoid(at now: Duration, isEnd: Bool) -> Bool { now - at < (isEnd ? Self.clip : Self.flash) }
}
