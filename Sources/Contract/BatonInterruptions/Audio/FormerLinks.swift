// SPDX-License-Identifier: Apache-2.0

/// Where filters passed sound on until a moment ago (rule I20).
///
/// PulseAudio takes a filter and its stream away together with the sink behind them, and tells of the sink last: what was heard on
/// that sink through the filter is then known from here only.
struct FormerLinks: Sendable {
    private struct Link: Sendable {
        let next: UInt32
        let time: Duration
    }

    /// The most filters that are remembered at a time.
    static let mostLinks = 64

    private var links: [UInt32: Link] = [:]

    /// Notes that a filter passes sound on to a sink no longer.
    mutating func note(_ filter: UInt32, to next: UInt32, at now: Duration) {
        if !links.isEmpty { links = links.filter { now - $0.value.time <= RouteWatch.moveTime } }
        guard links.count < Self.mostLinks, filter != next else { return }
        links[filter] = Link(next: next, time: now)
    }

    /// A new sink has the number of a former one.
    mutating func forget(_ filter: UInt32) {
        if !links.isEmpty { links[filter] = nil }
    }

    /// The sink to which a filter passed sound on up to 100 ms ago.
    func next(of filter: UInt32, at now: Duration) -> UInt32? {
        guard let link = links[filter], now - link.time <= RouteWatch.moveTime else { return nil }
        return link.next
    }
}
