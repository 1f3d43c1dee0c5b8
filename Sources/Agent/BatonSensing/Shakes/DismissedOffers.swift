// SPDX-License-Identifier: Apache-2.0

/// Raises the bar after offers that the user dismissed, until one is accepted or the user calibrates (rule SHAKE17).
///
/// | state | condition | next state |
/// | --- | --- | --- |
/// | usual, fewer than 2 in a row | an offer is dismissed | usual, one more in a row |
/// | usual, 2 in a row | an offer is dismissed, an hour after the first of them or sooner | raised |
/// | usual, 2 in a row | an offer is dismissed later than that | usual; those older than an hour are forgotten |
/// | usual | an offer is accepted | usual, none in a row |
/// | raised | an offer is dismissed | raised |
/// | raised | an offer is accepted | usual, none in a row |
///
/// An offer that expires, or that a program closes, says nothing: the user may not have been there.
package struct DismissedOffers: Equatable, Sendable {
    /// How many dismissed offers in a row raise the bar. A larger number takes longer to heed the user.
    package static let limit = 3
    /// The time within which they count. A longer time joins offers that have nothing to do with each other.
    package static let window = Duration.seconds(3600)

    /// Whether the bar is raised.
    package private(set) var isRaised = false
    /// When the last offers were dismissed; fewer than ``limit``.
    private var instants: [Duration] = []

    package init() {}

    /// Takes note of an offer that the user dismissed.
    package mutating func dismissed(at now: Duration) {
        guard !isRaised else { return }
        instants.removeAll { now - $0 > Self.window }
        instants.append(now)
        guard instants.count >= Self.limit else { return }
        isRaised = true
        instants = []
    }

    /// Takes note of an offer that the user accepted.
    package mutating func accepted() { self = DismissedOffers() }
}
