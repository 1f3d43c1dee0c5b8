// SPDX-License-Identifier: Apache-2.0

/// Makes touches events of what a screen reports: the one door for every source (rules S1 to S6).
///
/// Report the changes of fingers with ``down(id:at:)``, ``move(id:to:)``, ``up(id:)`` and ``cancel(id:)``, then close
/// the frame. Post its events, and arm one timer for ``Application/nextDeadline``. Fingers of one tracker are one
/// sequence (rule T29): use one tracker for each screen or seat. Whatever is reported, each touch begins once and ends
/// once (rule T22). A tracker tests no view, and knows no recognizer (rule S6).
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

    // No code from elsewhere runs while these lists of numbers change, so no access can overlap another one.
    /// The fingers that are down, with the changes of the present frame.
    @exclusivity(unchecked) private var fingers: [Finger] = []
    /// The changes of the present frame.
    @exclusivity(unchecked) private var changes: [Change] = []
    /// How many fingers went down in the present frame.
    private var downCount = 0
    /// The touches that are down after the latest event, in the order in which they began.
    private var present: [Touch] = []
    /// The numbers of their fingers.
    @exclusivity(unchecked) private var presentNumbers: [Int] = []
    private var latestNumber = 0
    private var sequence: TouchSequence?
    private var now = Duration.zero

    /// A finger that is down.
    private struct Finger {
        let id: UInt64
        /// Tells it from fingers that had the id before.
        let number: Int
        /// The latest place that was reported.
        var place: Point
        /// The index of its latest change in this frame.
        var change: Int?
    }

    /// A phase that a finger enters in an event of the frame.
    private struct Change {
        let id: UInt64
        let number: Int
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

    /// Takes a finger that went down. If the id is down already, that finger goes up first (rule S2). A place that is
    /// not finite is no finger (rule S3).
    ///
    /// - Parameters:
    ///   - id: any number; it may be used again after the finger went up.
    ///   - point: in the coordinates of ``window``, in points.
    public func down(id: UInt64, at point: Point) {
        guard point.isFinite else { return }
        var step = 0
        if let index = index(of: id) {
            step = end(index, .ended) + 1
        } else {
            // The id may have been used before in this frame.
            for change in changes where change.id == id { step = change.step + 1 }
        }
        guard fingers.count < Self.maximumTouches, downCount < Self.maximumTouches else {
            droppedTouchCount &+= 1
            return
        }
        latestNumber += 1
        downCount += 1
        fingers.append(Finger(id: id, number: latestNumber, place: point, change: nil))
        note(fingers.count - 1, .began, step)
    }

    /// Takes a finger that moved. Nothing comes of an unknown id, of the same place, and of a place that is not finite
    /// (rule S3).
    public func move(id: UInt64, to point: Point) {
        guard point.isFinite, let index = index(of: id), fingers[index].place != point else { return }
        fingers[index].place = point
        if let change = fingers[index].change { changes[change].place = point } else { note(index, .changed, 0) }
    }

    /// Takes a finger that went up. Nothing comes of an unknown id (rule S3).
    public func up(id: UInt64) {
        if let index = index(of: id) { _ = end(index, .ended) }
    }

    /// Ends one finger as cancelled, such as one that was found to be a palm (rule S4).
    public func cancel(id: UInt64) {
        if let index = index(of: id) { _ = end(index, .cancelled) }
    }

    // MARK: Frames

    /// Closes the frame and returns its events: one, none if nothing changed, or several if a finger went down and up
    /// in it (rules S1 and S2).
    ///
    /// - Parameter timestamp: of any clock that never goes back, the same as for ``Application/advance(to:)``. A time
    ///   before the last one counts as the last one (rule S3).
    public func frame(at timestamp: Duration) -> [Event] {
        var events: [Event] = []
        close(at: timestamp) { events.append($0) }
        return events
    }

    /// Closes the frame as ``frame(at:)`` does, and posts its events to an application (rule S1).
    public func frame(at timestamp: Duration, to application: Application) {
        close(at: timestamp) { application.postEvent($0) }
    }

    /// Cancels every finger, because the device is gone, the session is inactive, or events were lost (rules S4 and
    /// T21). What was collected for the frame is dropped. Fingers that are still on the screen are strangers from now
    /// on.
    ///
    /// - Returns: one event, or none if no touch is under way.
    public func cancel(at timestamp: Duration) -> [Event] {
        advance(to: timestamp)
        let moments = zip(present, presentNumbers).map { touch, number in
            moment(.cancelled, at: latestPlace(of: number) ?? touch.place)
        }
        endFrame()
        fingers.removeAll(keepingCapacity: true)
        defer {
            present = []
            presentNumbers.removeAll(keepingCapacity: true)
            sequence = nil
        }
        guard !present.isEmpty, let sequence else { return [] }
        return [TouchesEvent(present, moments, in: sequence, at: now, isSystemCancellation: true)]
    }

    /// Where a finger was last, as far as it is down or changed in this frame.
    private func latestPlace(of number: Int) -> Point? {
        for finger in fingers where finger.number == number { return finger.place }
        return changes.last { $0.number == number }?.place
    }

    // MARK: Changes

    private var presentSequence: TouchSequence {
        if let sequence { return sequence }
        let new = TouchSequence(window: window, tracker: ObjectIdentifier(self))
        sequence = new
        return new
    }

    private func index(of id: UInt64) -> Int? {
        for index in fingers.indices where fingers[index].id == id { return index }
        return nil
    }

    private func change(of number: Int, _ step: Int) -> Change? {
        for change in changes where change.step == step && change.number == number { return change }
        return nil
    }

    private func note(_ index: Int, _ phase: InputPhase, _ step: Int) {
        let finger = fingers[index]
        fingers[index].change = changes.count
        changes.append(
            Change(id: finger.id, number: finger.number, phase: phase, place: finger.place, step: step))
    }

    /// Ends a finger in this frame, and returns the step of its end.
    private func end(_ index: Int, _ phase: InputPhase) -> Int {
        defer { fingers.remove(at: index) }
        guard let change = fingers[index].change else {
            note(index, phase, 0)
            return 0
        }
        if changes[change].phase == .changed {
            changes[change].phase = phase
            return changes[change].step
        }
        let step = changes[change].step + 1
        note(index, phase, step)
        return step
    }

    private func endFrame() {
        for index in fingers.indices { fingers[index].change = nil }
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
        var touches = present
        present = []
        for change in changes where change.step == step && change.phase == .began {
            touches.append(Touch(beganAt: now, at: change.place, in: sequence))
            presentNumbers.append(change.number)
        }
        var moments: [TouchMoment] = []
        moments.reserveCapacity(touches.count)
        var hasEnds = false
        for number in presentNumbers {
            // The place of a touch that does not change is not looked at.
            let change = change(of: number, step)
            moments.append(moment(change?.phase ?? .stationary, at: change?.place ?? .zero))
            if change?.phase.isOver == true { hasEnds = true }
        }
        let event = TouchesEvent(touches, moments, in: sequence, at: now)
        if hasEnds { keepTouches(of: touches, moments) } else { present = touches }
        return event
    }

    private func moment(_ phase: InputPhase, at place: Point) -> TouchMoment {
        TouchMoment(phase: phase, timestamp: now, place: place, previousPlace: place, tapCount: 1)
    }

    /// Keeps the touches that did not end.
    private func keepTouches(of touches: [Touch], _ moments: [TouchMoment]) {
        var kept: [Touch] = []
        for index in moments.indices where !moments[index].phase.isOver { kept.append(touches[index]) }
        for index in moments.indices.reversed() where moments[index].phase.isOver { presentNumbers.remove(at: index) }
        present = kept
        // The last finger went up; a further step begins a sequence of its own (rule T1).
        if kept.isEmpty { sequence = nil }
    }
}
