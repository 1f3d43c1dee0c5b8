// SPDX-License-Identifier: Apache-2.0

/// A sink that is gone, or is used in another way, and may not be lost.
struct PendingLoss: Sendable {
    enum Reason: Sendable, Equatable {
        /// Its card is there, and should have another sink.
        case card(UInt32)
        /// Its card is used in another way. It is lost only if the card says that it was unplugged.
        case port
        /// There was no other sink, so nothing is heard.
        case silence
        /// The session manager took it away, and makes it anew when it is back.
        case manager
    }

    var loss: RouteLoss
    /// When it went.
    let since: Duration
    var reason: Reason
    /// Nil while there is no session manager: nothing is heard.
    var deadline: Duration?

    func isLate(at now: Duration) -> Bool { deadline.map { $0 <= now } ?? false }

    /// A new sink is there: it may be that of the card that is used in another way.
    mutating func appeared(_ sink: AudioSink) {
        guard case .card(let card) = reason, sink.card == card else { return }
        reason = .port
        deadline = since + RouteWatch.portWait
    }

    /// Whether a new sink is another one on which the streams are heard now, while nothing else was.
    func isElsewhere(_ sink: AudioSink, at now: Duration) -> Bool {
        switch reason {
        case .card: now - since >= RouteWatch.cardWait
        case .silence: !isSame(sink)
        case .port, .manager: false
        }
    }

    /// Whether a new sink is heard where the one was that went: it is not if that was unplugged, and this one uses another port.
    private func isSame(_ sink: AudioSink) -> Bool {
        loss.sink.name == sink.name && !(loss.isUnplugged && loss.sink.port != sink.port)
    }

    /// Whether a new sink is the one that is awaited.
    func isBack(_ sink: AudioSink) -> Bool {
        switch reason {
        case .card, .port: false
        case .silence, .manager: isSame(sink)
        }
    }
}
