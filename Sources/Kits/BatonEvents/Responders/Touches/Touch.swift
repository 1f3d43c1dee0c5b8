// SPDX-License-Identifier: Apache-2.0

/// One finger on a screen, from down to up (rules T2 to T7, T13 and T14).
///
/// One object stands for the finger in all events of its sequence, and each event changes it. It is hashable by
/// identity, and ordered by the time at which it began (rule T34). To keep what it was, take ``Event/snapshot()``.
/// Unlike UIKit's, it has no force, radius or type, and a ``number`` that tells it apart.
///
/// For example:
/// ```swift
/// final class Pad: View {
///     override func touchesMoved(_ touches: Set<Touch>, with event: Event) {
///         for touch in touches {
///             let (here, before) = (touch.location(in: self), touch.previousLocation(in: self))
///             frame.origin = Point(x: frame.origin.x + here.x - before.x, y: frame.origin.y + here.y - before.y)
///         }
///     }
/// }
/// ```
@MainActor
public final class Touch: GestureInput {
    /// How many taps this touch is the last of, as far as it is one: 1 for a first tap, 2 for a double tap. It becomes
    /// 0 when the finger has moved or stayed too long for a tap, and is 0 from then on (rules T13 and T14).
    @exclusivity(unchecked) public internal(set) var tapCount = 1
    /// The window that the touch hit when it began; nil if it hit none (rules T4 and V13).
    @exclusivity(unchecked) public internal(set) weak var window: Window?
    /// The view that the touch hit when it began. It stays the same when the finger leaves the view (rule T4); nil if
    /// the touch hit none, or the view does not exist any more.
    @exclusivity(unchecked) public internal(set) weak var view: View?
    /// A number that no other touch of the process has, larger for later ones (rule T34).
    public nonisolated let number: UInt64

    let sequence: TouchSequence
    /// The latest place, in the coordinates of the tracker's window.
    var place: Point
    /// The place before the latest change.
    var previousPlace: Point
    /// The place where the touch began.
    let beganPlace: Point
    /// Whether nobody hears of the touch: it began or was under way while touches were ignored (rule T20).
    var isIgnored = false
    /// Whether the view does not get the touch because it had another one (rule T17).
    var isSurplus = false
    /// The number of the event that changed the touch last.
    var changedIn: UInt64 = 0
    // Compared instead of the weak references, which cost more.
    var windowID: ObjectIdentifier?
    var viewID: ObjectIdentifier?
    /// What the view knows of the touch.
    var delivery = TouchDelivery()
    /// The chain from the view, recorded once for all messages while no view is added or removed.
    var chain: ResponderChain?

    private static var latestNumber: UInt64 = 0

    init(beganAt timestamp: Duration, at place: Point, in sequence: TouchSequence) {
        Self.latestNumber += 1
        number = Self.latestNumber
        self.sequence = sequence
        self.place = place
        previousPlace = place
        beganPlace = place
        super.init(beganAt: timestamp)
    }

    /// The latest place, in the coordinates of a view; nil is the touch's window. It follows the view's present
    /// geometry (rules T5, T35 and V11).
    public func location(in view: View?) -> Point { convert(place, to: view) }

    /// The place before the latest change, in the coordinates of a view; nil is the touch's window. For a touch that
    /// began it is its location (rules T5 and T35).
    public func previousLocation(in view: View?) -> Point { convert(previousPlace, to: view) }

    /// Where the touch began, in the coordinates of its window.
    var beganLocation: Point { convert(beganPlace, to: nil) }

    /// How far the touch is from where it began, in the coordinates of its window.
    var way: Point { location(in: nil) - beganLocation }

    func convert(_ point: Point, to view: View?) -> Point {
        // Nearly every touch is in its tracker's window.
        if view == nil, windowID == nil || windowID == sequence.windowID { return point }
        guard let origin = sequence.window, let target = view ?? window else { return point }
        return origin.convert(point, to: target)
    }

    /// That of the application. A weak reference of its own would cost each touch more.
    override var environment: GestureEnvironment? { window?.application?.touchRouter?.environment }

    override var travel: Double { place.distance(to: beganPlace) }

    override var beginning: Point? { beganPlace }

    override var sequenceID: ObjectIdentifier? { ObjectIdentifier(sequence) }

    /// What the touch shows now.
    var moment: TouchMoment {
        get {
            TouchMoment(
                phase: phase, timestamp: timestamp, place: place, previousPlace: previousPlace, tapCount: tapCount)
        }
        set {
            phase = newValue.phase
            timestamp = newValue.timestamp
            place = newValue.place
            previousPlace = newValue.previousPlace
            tapCount = newValue.tapCount
        }
    }
}

extension Touch: Comparable {
    /// Whether the left one began earlier; of two that began at the same time, whether its number is smaller (rule
    /// T34).
    public nonisolated static func < (left: Touch, right: Touch) -> Bool {
        (left.beganAt, left.number) < (right.beganAt, right.number)
    }
}

extension Set<Touch> {
    /// The touches in the order in which they began (rule T34).
    @MainActor var inOrder: [Touch] {
        if count == 1 { return Array(self) }
        var result: [Touch] = []
        result.reserveCapacity(count)
        for touch in self {
            var index = result.count
            while index > 0, touch < result[index - 1] { index -= 1 }
            result.insert(touch, at: index)
        }
        return result
    }
}

/// What a touch shows in one event.
struct TouchMoment {
    var phase: InputPhase
    var timestamp: Duration
    var place: Point
    var previousPlace: Point
    var tapCount: Int
}

/// What the touches of one tracker have in common, from the first finger down to the last one up (rules T1 and T29). It
/// does not have the touches: they have it.
@MainActor
final class TouchSequence {
    /// The tracker's window, whose coordinates the places are in.
    weak var window: Window?
    let windowID: ObjectIdentifier?
    /// Which tracker it is from.
    let tracker: ObjectIdentifier

    init(window: Window?, tracker: ObjectIdentifier) {
        self.window = window
        if let window { windowID = ObjectIdentifier(window) } else { windowID = nil }
        self.tracker = tracker
    }
}

/// What a view knows of one of its touches.
struct TouchDelivery {
    enum State {
        /// The view never hears of the touch: dropped, withheld, ignored, or there is no view.
        case dropped
        /// The view has not been told yet.
        case pending
        /// The view was told that the touch began.
        case told
        /// The view was told that the touch ended or was cancelled.
        case lost
    }

    var state = State.dropped
    /// The event with which the view was told of the end.
    var lostIn: UInt64 = 0
    /// Messages that recognizers hold back, in their order (rule D12).
    fileprivate(set) var held: [HeldMessage] = []
    /// Since when messages are held.
    var heldSince: Duration?
    /// Which recognizers can hold messages of the touch.
    var holders = Holders.all

    enum Holders {
        case all
        /// Only those that have a deadline: the touch was held for the longest time (rule D10).
        case timed
        /// None: too many messages were held (rule D10).
        case none
    }

    /// The most messages of a touch that are held at a time (rule D10).
    static let longestQueue = 1024
}

extension Touch {
    /// Whether the touch is over, and the view has not been told of its end.
    var isEndHeld: Bool { delivery.held.last?.phase == .ended }

    /// Holds a message back.
    func hold(_ message: HeldMessage) {
        var held = delivery.held
        delivery.held = []
        held.append(message)
        delivery.held = held
    }

    /// Removes the first held messages and returns them.
    func takeHeld(_ count: Int) -> ArraySlice<HeldMessage> {
        let held = delivery.held
        delivery.held = Array(held.dropFirst(count))
        return held.prefix(count)
    }
}

/// A message that waits until no recognizer holds it back (rule T26).
struct HeldMessage {
    let phase: InputPhase
    /// The event that it came in.
    let event: TouchesEvent
    /// What the touch showed then.
    let moment: TouchMoment
}
