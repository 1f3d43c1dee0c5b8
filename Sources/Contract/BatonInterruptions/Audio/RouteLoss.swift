// SPDX-License-Identifier: Apache-2.0

/// A sink that is lost, and what was heard on it.
package struct RouteLoss: Equatable, Sendable {
    package let sink: AudioSink
    /// Where that was.
    package let place: AudioPlace
    /// The streams that were on it, corked ones as well.
    package let streams: [AudioStream]
    /// Whether sound goes to other sinks: a player without a known stream may be heard there (rule I22).
    package let hasOtherStreams: Bool
    /// Whether it was unplugged from a card that is there, rather than removed.
    package var isUnplugged: Bool
    /// Whether everything that played may have been heard there: without a sound server nothing says where (rule I22).
    package var concernsAll: Bool { sink.kind == .jack }

    /// Whether a player is concerned (rule I22).
    ///
    /// - Parameters:
    ///   - wasHeard: whether one of its streams was on the lost route.
    ///   - isKnown: whether the server tells of any stream of it.
    package func concerns(wasHeard: Bool, isKnown: Bool) -> Bool {
        if wasHeard || concernsAll { return true }
        return !isKnown && !streams.isEmpty && !hasOtherStreams
    }

    package init(
        sink: AudioSink, place: AudioPlace? = nil, streams: [AudioStream], hasOtherStreams: Bool,
        isUnplugged: Bool = false
    ) {
        self.sink = sink
        self.place = place ?? AudioPlace(sink: sink.name)
        self.streams = streams
        self.hasOtherStreams = hasOtherStreams
        self.isUnplugged = isUnplugged
    }
}
