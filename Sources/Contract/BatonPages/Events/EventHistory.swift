// SPDX-License-Identifier: Apache-2.0

/// The last events, the newest first.
package struct EventHistory: Equatable, Sendable {
    /// How many are kept.
    package static let most = 50

    /// The newest first.
    package private(set) var events: [PageEvent] = []

    /// No event.
    package init() {}

    /// Adds an event, and forgets the oldest one when there are many.
    package mutating func add(_ event: PageEvent) {
        events.insert(event, at: 0)
        if events.count > Self.most { events.removeLast() }
    }
}
