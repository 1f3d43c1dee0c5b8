// SPDX-License-Identifier: Apache-2.0

package import BatonMotion

/// Puts the samples of several sensors into the order of time. Those of one sensor are in it already.
package struct SampleOrder {
    private let kinds: [SensorKind]
    private var waiting: [SensorSample] = []
    private var newest: [SensorKind: Int64] = [:]

    /// For how many nanoseconds a sample waits for another sensor, which may be silent.
    private static let longestWait: Int64 = 250_000_000
    /// The most samples that wait.
    private static let limit = 4096

    /// - Parameter kinds: The sensors that are recorded.
    package init(_ kinds: Set<SensorKind>) { self.kinds = Array(kinds) }

    /// Takes a sample, and returns those that no older one can follow.
    package mutating func take(_ sample: SensorSample) -> [SensorSample] {
        newest[sample.kind] = sample.nanoseconds
        let place = waiting.lastIndex { $0.nanoseconds <= sample.nanoseconds }.map { $0 + 1 } ?? 0
        waiting.insert(sample, at: place)
        let (oldest, isOver) = (newest.values.max() ?? 0).subtractingReportingOverflow(Self.longestWait)
        let heard = kinds.map { newest[$0] ?? .min }.min() ?? .min
        let end = max(heard, isOver ? .min : oldest)
        let count =
            waiting.count > Self.limit ? waiting.count : waiting.firstIndex { $0.nanoseconds > end } ?? waiting.count
        defer { waiting.removeFirst(count) }
        return Array(waiting.prefix(count))
    }

    /// The samples that still wait.
    package mutating func finish() -> [SensorSample] {
        defer { waiting = [] }
        return waiting
    }
}
