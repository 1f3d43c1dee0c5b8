// SPDX-License-Identifier: Apache-2.0

/// Recognizes fingers that move fast in one direction (rules G50 and G51).
///
/// It is recognized while the fingers move, as soon as they have gone ``minimumDistance``. It fails when they go
/// sideways or in another direction, take too long, or when one goes up or another one comes. Its location is where it
/// began. To tell left from right use two recognizers. Unlike UIKit's, its limits can be set, and a recognizer of
/// several directions tells none.
///
/// For example:
/// ```swift
/// let undo = SwipeGestureRecognizer()
/// undo.numberOfTouchesRequired = 3
/// undo.direction = .left
/// view.addGestureRecognizer(undo)
/// ```
@MainActor
open class SwipeGestureRecognizer: GestureRecognizer {
    /// The number of fingers: 1 by default (rule G51).
    @exclusivity(unchecked) public var numberOfTouchesRequired = 1
    /// The directions that are allowed, not the one that was taken; right by default (rule G50).
    @exclusivity(unchecked) public var direction = SwipeDirection.right
    /// How far the fingers have to go: 50 points by default. A larger value makes the swipe longer (rule G50).
    @exclusivity(unchecked) public var minimumDistance = 50.0
    /// How far they may go sideways, on the whole path: 50 points by default (rule G50).
    @exclusivity(unchecked) public var maximumDeviation = 50.0
    /// The longest time from the first finger down: 500 ms by default (rule G50).
    @exclusivity(unchecked) public var maximumDuration = Duration.milliseconds(500)

    @exclusivity(unchecked) private var group = GestureInputGroup()
    /// The directions that the path has not left.
    private var open: SwipeDirection = []

    override open func reset() {
        super.reset()
        group = GestureInputGroup()
        open = []
    }

    override var presentTouches: [Touch] { group.touches }

    /// Where the swipe began: the middle of where its fingers went down, in the coordinates of a view; nil is the
    /// window (rule G50).
    override open func location(in view: View?) -> Point {
        Self.middle(of: group.touches.map { $0.convert($0.beganPlace, to: view) })
    }

    // MARK: Touches

    override open func touchesBegan(_ touches: Set<Touch>, with event: Event) {
        super.touchesBegan(touches, with: event)
        if group.count == 0 { open = direction }
        group.begin(touches)
        deadline = group.firstDown + maximumDuration
        if group.count > numberOfTouchesRequired { state = .failed }
    }

    override open func touchesMoved(_ touches: Set<Touch>, with event: Event) {
        super.touchesMoved(touches, with: event)
        guard !isWaiting, group.downCount == numberOfTouchesRequired else { return }
        let way = group.way
        for candidate in SwipeDirection.single where open.contains(candidate) {
            let (primary, secondary) = candidate.parts(of: way)
            // Written so that NaN closes the direction.
            if !(secondary.magnitude <= maximumDeviation && primary >= -maximumDeviation) {
                open.remove(candidate)
            } else if primary >= minimumDistance, primary > secondary.magnitude {
                return state = .recognized
            }
        }
        if open.isEmpty { state = .failed }
    }

    override open func touchesEnded(_ touches: Set<Touch>, with event: Event) {
        super.touchesEnded(touches, with: event)
        if !isWaiting { state = .failed }
    }

    override open func touchesCancelled(_ touches: Set<Touch>, with event: Event) {
        super.touchesCancelled(touches, with: event)
        state = .failed
    }

    override open func deadlineReached(at timestamp: Duration) {
        super.deadlineReached(at: timestamp)
        if !isWaiting { state = .failed }
    }
}

/// The directions of swipes (rule G50). The raw values are part of the interface.
///
/// Its values are UIKit's.
///
/// For example:
/// ```swift
/// let swipe = SwipeGestureRecognizer()
/// swipe.direction = [.left, .right]
/// ```
public struct SwipeDirection: OptionSet, Hashable, Sendable {
    /// One bit for each direction (rule G50).
    public let rawValue: UInt

    /// Makes a set of directions of its bits (rule G50). Bits that stand for none are ignored.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// To the right (rule G50).
    public static let right = SwipeDirection(rawValue: 1)
    /// To the left (rule G50).
    public static let left = SwipeDirection(rawValue: 2)
    /// Upwards (rule G50).
    public static let up = SwipeDirection(rawValue: 4)
    /// Downwards (rule G50).
    public static let down = SwipeDirection(rawValue: 8)

    static let single: [SwipeDirection] = [.right, .left, .up, .down]

    /// How far a way goes in this one direction, and how far sideways.
    func parts(of way: Point) -> (primary: Double, secondary: Double) {
        switch self {
        case .right: (way.x, way.y)
        case .left: (-way.x, way.y)
        case .up: (-way.y, way.x)
        default: (way.y, way.x)
        }
    }
}
