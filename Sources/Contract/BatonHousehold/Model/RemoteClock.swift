// SPDX-License-Identifier: Apache-2.0

/// What is known of another host's clock: that it is not earlier there than this.
///
/// An instant that a host tells is over when it is heard, by as much as the message took. So a command that counts until five
/// seconds after it is not done later than five seconds after it was sent, however long it lies somewhere; and one that the host
/// refuses, because what it had told was late itself, has not been done.
struct RemoteClock: Equatable, Sendable {
    /// How long an instant serves. Clocks without a common measure drift apart by up to 0.5 ms a second, so by 0.3 s.
    static let lasting = Duration.seconds(600)
    /// What may have drifted meanwhile.
    static let drift = Duration.milliseconds(300)

    private var told: HostInstant
    private var heardAt: Duration

    init(_ told: HostInstant, at now: Duration) {
        self.told = told
        heardAt = now
    }

    /// What it is there at least; nil if nothing was heard for long.
    func instant(at now: Duration) -> HostInstant? {
        (.zero...Self.lasting).contains(now - heardAt) ? told.advanced(by: now - heardAt) : nil
    }

    /// Until when a command that is sent now counts there; nil if that is not known.
    func end(ofWhatIsSentAt now: Duration) -> HostInstant? {
        instant(at: now)?.advanced(by: Household.oldest - Self.drift)
    }

    /// Hears another instant. That which took less time, so is later, is the better one.
    mutating func hear(_ new: HostInstant, at now: Duration) {
        if let known = instant(at: now), !known.isOver(at: new) { return }
        self = RemoteClock(new, at: now)
    }
}
