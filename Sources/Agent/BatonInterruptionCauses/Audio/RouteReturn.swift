// SPDX-License-Identifier: Apache-2.0

import BatonInterruptions
import BatonReactor

/// A lost output that may come back, so that what its loss has paused goes on (rule I174). Made with such a loss.
///
/// It is over, and nothing goes on, as soon as anything says that somebody has done something else meanwhile.
@MainActor
final class RouteReturn {
    /// How long the output is awaited.
    static let limit = Duration.seconds(600)
    /// How long after the loss the server itself moves streams and chooses another output.
    private static let settling = Duration.seconds(2)

    /// The interruption that holds what was paused.
    let id: UInt32
    let loss: RouteLoss
    private let since: Duration
    /// What else played then, and has not ended since.
    private var playing: Set<PlayerIdentity>
    private var defaultSink: String?
    /// Whether anything was touched.
    private(set) var isOver = false
    /// Ends it in time.
    var timer: ReactorTimer?

    /// - Parameters:
    ///   - playing: what plays, and was not heard there.
    ///   - defaultSink: the sink that new streams get; nil if that is not known.
    init(_ id: UInt32, _ loss: RouteLoss, playing: Set<PlayerIdentity>, defaultSink: String?, at now: Duration) {
        self.id = id
        self.loss = loss
        self.playing = playing
        self.defaultSink = defaultSink
        since = now
    }

    /// Something was done that has nothing to do with the output.
    func touch() { isOver = true }

    /// Notes what plays now: something else that has begun ends it.
    ///
    /// - Parameter held: what the loss has paused, or is about to.
    func note(playing present: Set<PlayerIdentity>, held: Set<PlayerIdentity>) {
        playing.formIntersection(present)
        if !present.subtracting(playing).subtracting(held).isEmpty { isOver = true }
    }

    /// Notes a fact before the outputs are those after it: another output that is used or chosen ends it.
    func take(_ fact: AudioFact, before routes: RouteWatch, at now: Duration) {
        let isSettled = now - since >= Self.settling
        switch fact {
        case .connected, .disconnected: isOver = true
        case .defaultSink(let name):
            if isSettled, name != defaultSink, name != loss.sink.name { isOver = true }
            defaultSink = name
        case .stream(let stream):
            guard isSettled, routes.streams[stream.index]?.sink != stream.sink || routes.streams[stream.index] == nil,
                let output = routes.output(of: stream)
            else { return }
            if !isLost(output) { isOver = true }
        case .sink(let sink):
            // Another port of the same sink.
            guard isSettled, sink.name == loss.sink.name, let port = routes.port(of: sink.name) else { return }
            if port != sink.port, !isLost(sink) { isOver = true }
        default: break
        }
    }

    /// Whether it is the output that was lost.
    func isLost(_ sink: AudioSink) -> Bool { sink.name == loss.sink.name && sink.port == loss.sink.port }

    /// Whether the output is back, and what was paused would be heard there.
    ///
    /// - Parameter outputs: where the streams of what was paused are.
    func isBack(in routes: RouteWatch, outputs: [AudioSink]) -> Bool {
        guard routes.back(loss) != nil, outputs.allSatisfy(isLost) else { return false }
        return defaultSink == loss.sink.name || !outputs.isEmpty
    }
}
