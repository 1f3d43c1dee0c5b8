// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonClient
import BatonDBus
import BatonMotion
import BatonReactor
import BatonValues

/// The stream of one kind, as long as it is wished for. When the wish changes, the new stream is open before the old one is
/// closed, so that no sample is missing (rule CM14).
final class StreamLane {
    /// How often samples are wished for.
    struct Wish: Hashable {
        /// In microseconds, within what batond allows.
        let interval: UInt32
        let allowsRest: Bool

        init(_ seconds: Double, allowsRest: Bool) {
            // Within what OpenStream takes; NaN becomes the shortest.
            interval = UInt32(clamping: Int64(clamping: min(max(seconds, 0.01), 1) * 1_000_000))
            self.allowsRest = allowsRest
        }
    }

    enum Event {
        case sample(SensorSample)
        /// So many records were lost.
        case lost(UInt32)
        /// Where the sensor is: "display", "base" or "".
        case place(String)
        /// The stream is over; another one is tried later.
        case ended
        /// batond cannot read the kind.
        case refused
    }

    let kind: SensorKind
    private let connection: Connection
    private let event: (Event) -> Void
    private var wish: Wish?
    private var open: (wish: Wish, reader: RecordReader)?
    /// The wish that batond was asked for and has not answered.
    private var asked: Wish?
    private let retryTimer: RetryTimer

    private static let deadline = Duration.seconds(10)

    init(_ kind: SensorKind, connection: Connection, event: @escaping (Event) -> Void) {
        self.kind = kind
        self.connection = connection
        self.event = event
        retryTimer = RetryTimer(on: connection.reactor, first: .seconds(1), longest: .seconds(60))
    }

    deinit {
        retryTimer.cancel()
        open?.reader.close()
    }

    /// Sets what is wished for; nil: nothing.
    func read(_ wish: Wish?) {
        guard wish != self.wish else { return }
        self.wish = wish
        guard wish != nil else {
            retryTimer.cancel()
            open?.reader.close()
            open = nil
            return
        }
        retryTimer.reset()
        ask()
    }

    /// Something has changed: what was to be tried later is tried now.
    func retry() {
        guard open == nil else { return }
        ask()
    }

    private func ask() {
        retryTimer.cancel()
        guard asked == nil, let wish, wish != open?.wish else { return }
        let number = UInt32(kind.rawValue)
        var options = StreamWish()
        options.kinds = [number]
        options.intervals = [(number, wish.interval)]
        options.isFullRate = !wish.allowsRest
        options.hasPhases = false
        asked = wish
        RemoteAgent(on: connection).call(
            MotionInterface.openStream, options.wire, within: Self.deadline, startsAgent: false
        ) { [weak self] in self?.answered(wish, $0) }
    }

    private func answered(_ wish: Wish, _ result: AgentReply<(PipeEnd, StreamReport)>) {
        asked = nil
        switch result {
        case .success(let (pipe, format)):
            if self.wish != nil { use(pipe.descriptor, format, wish) }
        case .failure(let error):
            if error.cause.name == .invalidArguments { return event(.refused) }
            // What is open stays so meanwhile.
            return tryLater()
        }
        // The wish may have changed meanwhile.
        ask()
    }

    private func use(_ pipe: UnixFileDescriptor, _ format: StreamReport, _ wish: Wish) {
        let old = open?.reader
        open = nil
        // Its last samples come before those of the new stream.
        old?.drain()
        old?.close()
        guard
            let reader = RecordReader(
                pipe, reactor: connection.reactor, take: { [weak self] in self?.take($0) },
                ended: { [weak self] in self?.ended() })
        else { return tryLater() }
        retryTimer.reset()
        open = (wish, reader)
        event(.place(format.first.location ?? ""))
    }

    private func take(_ record: StreamRecord) {
        switch record {
        case .sample(let sample): if sample.kind == kind { event(.sample(sample)) }
        case .lost(let count, _): event(.lost(count))
        case .phase, .fused: break
        }
    }

    private func ended() {
        open = nil
        tryLater()
        event(.ended)
    }

    private func tryLater() {
        guard wish != nil else { return }
        retryTimer.schedule { [weak self] in self?.ask() }
    }
}
