// SPDX-License-Identifier: Apache-2.0

package import BatonEvents
package import BatonTouchscreen

/// The touches of a panel and what was recognized in them, to be drawn: the paths of the fingers, and the gestures with
/// their times.
@MainActor
package final class TouchTrace {
    /// The path of a finger, in points of the panel.
    package struct Path: Sendable {
        package let number: UInt64
        package fileprivate(set) var points: [Point]
        package fileprivate(set) var isDown = true
    }

    /// A gesture that was recognized, or began.
    package struct Entry: Sendable, Equatable {
        package let time: Duration
        package let gesture: FoundGesture
    }

    /// The most paths, points of a path and gestures that are kept; older ones are forgotten.
    private static let most = (paths: 64, points: 4096, entries: 1000)

    package let panel: TouchPanel
    package let board: GestureBoard
    package private(set) var paths: [Path] = []
    package private(set) var entries: [Entry] = []

    /// When the time of entries begins; nil before a live panel's first touch.
    private var origin: Duration?

    /// - Parameter isLive: whether times are those of a clock. Entries then count from the first touch.
    package init(panel: TouchPanel, isLive: Bool = false) {
        self.panel = panel
        origin = isLive ? nil : .zero
        board = GestureBoard(size: panel.size)
        board.onGesture = { [weak self] gesture, time in
            guard let self else { return }
            add(Entry(time: time - (origin ?? .zero), gesture: gesture))
        }
    }

    /// Takes events of the panel's touches.
    package func take(_ events: [Event]) {
        for event in events {
            if origin == nil { origin = event.timestamp }
            board.post([event])
            // In the order of the touches: the colors of the fingers are the same at each run.
            for touch in event.allTouches.sorted(by: { $0.number < $1.number }) { follow(touch) }
        }
    }

    /// Plays a recording to its end.
    package func play(_ recording: TouchRecording) {
        let slots = TouchSlots(panel: panel, of: recording, tracker: TouchTracker(window: board.window))
        for event in recording.events { take(slots.take(event)) }
        take(slots.cancel(at: recording.events.last?.timestamp ?? .zero))
        board.finish()
    }

    /// Forgets the paths of fingers that are up.
    package func forgetPaths() { paths.removeAll { !$0.isDown } }

    private func add(_ entry: Entry) {
        if entries.count == Self.most.entries { entries.removeFirst() }
        entries.append(entry)
    }

    private func follow(_ touch: Touch) {
        let place = touch.location(in: nil)
        guard let index = paths.lastIndex(where: { $0.number == touch.number }) else {
            guard touch.phase == .began else { return }
            if paths.count == Self.most.paths { paths.removeFirst() }
            return paths.append(Path(number: touch.number, points: [place]))
        }
        paths[index].isDown = !touch.phase.isOver
        guard paths[index].points.last != place else { return }
        if paths[index].points.count == Self.most.points { paths[index].points.removeFirst(Self.most.points / 2) }
        paths[index].points.append(place)
    }
}

extension GestureBoard {
    /// What the recognizers of a gesture do, of all fingers together.
    package enum Activity: String, Sendable {
        case possible
        /// The gesture is complete, and waits for others to fail.
        case waiting
        case active
        case failed
    }

    /// What the recognizers of each gesture do, in the order of adding.
    package var activities: [(name: String, activity: Activity)] {
        var result: [(name: String, activity: Activity)] = []
        for (name, recognizer) in recognizers {
            let activity = Self.activity(of: recognizer)
            if let index = result.firstIndex(where: { $0.name == name }) {
                if activity.rank > result[index].activity.rank { result[index].activity = activity }
            } else {
                result.append((name, activity))
            }
        }
        return result
    }

    private static func activity(of recognizer: GestureRecognizer) -> Activity {
        if recognizer.isWaiting { return .waiting }
        switch recognizer.state {
        case .possible: return .possible
        case .failed: return .failed
        default: return .active
        }
    }
}

extension GestureBoard.Activity {
    /// The one of several recognizers that is farthest says most.
    fileprivate var rank: Int {
        switch self {
        case .failed: 0
        case .possible: 1
        case .waiting: 2
        case .active: 3
        }
    }
}
