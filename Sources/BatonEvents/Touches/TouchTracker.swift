// SPDX-License-Identifier: Apache-2.0

/// Makes touches events of what a screen reports: the one door for every source (rules S1 to S6).
///
/// Report the changes of fingers with ``down(id:at:)``, ``move(id:to:)``, ``up(id:)`` and ``cancel(id:)``, then close the
/// frame. Post its events, and arm one timer for ``Application/nextDeadline``. Fingers of one tracker are one sequence (rule
/// T29): use one tracker for each screen or seat. Whatever is reported, each touch begins once and ends once (rule T22). A
/// tracker tests no view, and knows no recognizer (rule S6).
///
/// For example:
/// ```swift
/// let tracker = TouchTracker(window: window)
/// tracker.down(id: 7, at: Point(x: 120, y: 80.5))
/// for event in tracker.frame(at: now) { application.postEvent(event) }
/// tracker.move(id: 7, to: Point(x: 130, y: 80.5))
/// tracker.up(id: 7)
/// tracker.frame(at: now, to: application)
/// application.processEvents()
/// if let deadline = application.nextDeadline { setTimer(at: deadline) }
/// ```
@MainActor
public final class TouchTracker {
    /// The most fingers that are tracked at a time (rule W10).
    public static let maximumTouches = 32

    /// The window in whose coordinates the points are (rule S1).
    public let window: Window
    /// How many fingers were not tracked, because too many were down (rule W10).
    public private(set) var droppedTouchCount = 0

    /// The fingers that are down, with the changes of the present frame.
    private var fingers: [Finger] = []
    /// The changes of the present frame.
    private var changes: [Change] = []
    /// How many fingers went down in the present frame.
    private var downCount = 0
    /// The touches that are down after the latest event, and their fingers, in the order in which they began.
    private var present: [Touch] = []
    private var presentFingers: [Finger] = []
    private var sequence: TouchSequence?
    private var now = Duration.zero

    /// A finger, from down to up.
    @MainActor
    private final class Finger {
        let id: UInt64
        /// The latest place that was reported.
        var place: Point
        /// The index of its latest change in this frame.
        var change: Int?
        /// Made with the event in which it begins.
        var touch: Touch?

        init(id: UInt64, at place: Point) {
            self.id = id
            self.place = place
        }
    }

    /// A phase that a finger enters in an event of the frame.
    private struct Change {
        let finger: Finger
        var phase: InputPhase
        var place: Point
        /// Which event of the frame it belongs to: a touch has one phase in each (rule S2).
        let step: Int
    }

    /// Makes a tracker with no finger down (rule S1).
    public init(window: Window) {
        self.window = window
    }

    // MARK: Fingers

    /// Takes a finger that went down. If the id is down already, that finger goes up first (rule S2). A place that is not
    /// finite is no finger (rule S3).
    ///
    /// - Parameters:
    ///   - id: any number; it may be used again after the finger went up.
    ///   - point: in the coordinates of ``window``, in points.
    public func down(id: UInt64, at point: Point) {
        guard point.isFinite else { return }
        var step = 0
        if let finger = finger(of: id) {
            step = end(finger, .ended) + 1
        } else if let last = changes.last(where: { $0.finger.id == id }) {
            // The id was used before in this frame.
            step = last.step + 1
        }
        guard fingers.count < Self.maximumTouches, downCount < Self.maximumTouches else {
            droppedTouchCount &+= 1
            return
        }
        let finger = Finger(id: id, at: point)
        downCount += 1
        fingers.append(finger)
        note(finger, .began, step)
    }

    /// Takes a finger that moved. Nothing comes of an unknown id, of the same place, and of a place that is not finite
    /// (rule S3).
    public func move(id: UInt64, to point: Point) {
        guard point.isFinite, let finger = finger(of: id), finger.place != point else { return }
        finger.place = point
        if let change = finger.change { changes[change].place = point } else { note(finger, .changed, 0) }
    }

    /// Takes a finger that went up. Nothing comes of an unknown id (rule S3).
    public func up(id: UInt64) {
        if let finger = finger(of: id) { _ = end(finger, .ended) }
    }

    /// Ends one finger as cancelled, such as one that was found to be a palm (rule S4).
    public func cancel(id: UInt64) {
        if let finger = finger(of: id) { _ = end(finger, .cancelled) }
    }

    // MARK: Frames

    /// Closes the frame and returns its events: one, none if nothing changed, or several if a finger went down and up in
    /// it (rules S1 and S2).
    ///
    /// - Parameter timestamp: of any clock that never goes back, the same as for ``Application/advance(to:)``. A time
    ///   before the last one counts as the last one (rule S3).
    public func frame(at timestamp: Duration) -> [Event] {
        var events: [Event] = []
        close(at: timestamp) { events.append($0) }
        return events
    }

    /// Closes the frame as ``frame(at:)`` does, and posts its events to an application.
    public func frame(at timestamp: Duration, to application: Application) {
        close(at: timestamp) { application.postEvent($0) }
    }

    /// Cancels every finger, because the device is gone, the session is inactive, or events were lost (rules S4 and T21).
    /// What was collected for the frame is dropped. Fingers that are still on the screen are strangers from now on.
    ///
    /// - Returns: one event, or none if no touch is under way.
    public func cancel(at timestamp: Duration) -> [Event] {
        advance(to: timestamp)
        endFrame()
        fingers.removeAll(keepingCapacity: true)
        defer {
            present = []
            presentFingers = []
            sequence = nil
        }
        guard !present.isEmpty, let sequence else { return [] }
        let moments = presentFingers.map { moment(of: $0, .cancelled) }
        return [TouchesEvent(present, moments, in: sequence, at: now, isSystemCancellation: true)]
    }

    // MARK: Changes

    private var presentSequence: TouchSequence {
        if let sequence { return sequence }
        let new = TouchSequence(window: window, tracker: ObjectIdentifier(self))
        sequence = new
        return new
    }

    private func finger(of id: UInt64) -> Finger? {
        for finger in fingers where finger.id == id { return finger }
        return nil
    }

    private func change(of finger: Finger, _ step: Int) -> Change? {
        for change in changes where change.step == step && change.finger === finger { return change }
        return nil
    }

    private func note(_ finger: Finger, _ phase: InputPhase, _ step: Int) {
        finger.change = changes.count
        changes.append(Change(finger: finger, phase: phase, place: finger.place, step: step))
    }

    /// Ends a finger in this frame, and returns the step of its end.
    private func end(_ finger: Finger, _ phase: InputPhase) -> Int {
        fingers.removeAll { $0 === finger }
        guard let change = finger.change else {
            note(finger, phase, 0)
            return 0
        }
        if changes[change].phase == .changed {
            changes[change].phase = phase
        } else {
            note(finger, phase, changes[change].step + 1)
        }
        return changes[finger.change ?? change].step
    }

    private func endFrame() {
        for change in changes { change.finger.change = nil }
        changes.removeAll(keepingCapacity: true)
        downCount = 0
    }

    private func advance(to timestamp: Duration) {
        now = max(now, min(timestamp, TouchSettings.latestTime))
    }

    private func close(at timestamp: Duration, _ post: (Event) -> Void) {
        advance(to: timestamp)
        guard !changes.isEmpty else { return }
        var last = 0
        for change in changes { last = max(last, change.step) }
        for step in 0...last { post(event(of: step)) }
        endFrame()
    }

    private func event(of step: Int) -> TouchesEvent {
        let sequence = presentSequence
        for change in changes where change.step == step && change.phase == .began {
            let touch = Touch(beganAt: now, at: change.place, in: sequence)
            change.finger.touch = touch
            present.append(touch)
            presentFingers.append(change.finger)
        }
        var moments: [TouchMoment] = []
        moments.reserveCapacity(present.count)
        var hasEnds = false
        for finger in presentFingers {
            let change = change(of: finger, step)
            moments.append(moment(of: finger, change?.phase ?? .stationary, at: change?.place))
            if change?.phase.isOver == true { hasEnds = true }
        }
        let event = TouchesEvent(present, moments, in: sequence, at: now)
        if hasEnds { removeEnded(moments) }
        return event
    }

    private func moment(of finger: Finger, _ phase: InputPhase, at place: Point? = nil) -> TouchMoment {
        let place = place ?? finger.place
        return TouchMoment(phase: phase, timestamp: now, place: place, previousPlace: place, tapCount: 1)
    }

    private func removeEnded(_ moments: [TouchMoment]) {
        for index in moments.indices.reversed() where moments[index].phase.isOver {
            present.remove(at: index)
            presentFingers.remove(at: index)
        }
        // The last finger went up; a further step begins a sequence of its own (rule T1).
        if present.isEmpty { sequence = nil }
    }
}
