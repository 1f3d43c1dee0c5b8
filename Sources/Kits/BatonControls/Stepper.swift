// SPDX-License-Identifier: Apache-2.0

public import BatonEvents

/// A control with a half that makes a number smaller, at the left, and one that makes it larger (rules CT15 and CT16).
///
/// It is 94 by 32 points at first, as UIKit's is. A touch steps once, when it ends in the half where it began. Unlike
/// UIKit's, it does not repeat while the touch stays, and has no images.
///
/// For example:
/// ```swift
/// let copies = Stepper()
/// copies.minimumValue = 1
/// copies.addTarget(player, action: "volume", for: .valueChanged) { player, copies in player.volume = copies.value }
/// ```
@MainActor
open class Stepper: Control {
    /// The number, from ``minimumValue`` to ``maximumValue``; 0 by default. A value outside is set to the nearest one.
    /// Setting it sends no event (rules CT15 and CT16).
    open var value: Double {
        get { range.value }
        set { range.set(newValue) }
    }

    /// The least number; 0 by default. If it is set above ``maximumValue``, that becomes the same (rule CT15).
    public var minimumValue: Double {
        get { range.least }
        set { range.setLeast(newValue) }
    }

    /// The largest number; 100 by default. If it is set below ``minimumValue``, that becomes the same (rule CT15).
    public var maximumValue: Double {
        get { range.most }
        set { range.setMost(newValue) }
    }

    private var range = ValueRange(from: 0, to: 100)

    /// How much a step changes the number; 1 by default. A step that is not a positive number is refused as in rule V6
    /// (rule CT16).
    public var stepValue: Double {
        get { step }
        set {
            let isValid = newValue.isFinite && newValue > 0
            assert(isValid, "a step is a positive number")
            if isValid { step = newValue }
        }
    }
    private var step = 1.0

    /// Whether a step beyond one end goes to the other; false by default (rule CT16).
    public var wraps = false

    private var start: (touch: Touch, isUp: Bool)?

    /// Makes a stepper, of 94 by 32 points (rule CT16).
    ///
    /// - Parameter frame: its origin is where the control is; its size does not count, as with UIKit's.
    override public init(frame: Rect = .zero) {
        super.init(frame: Rect(origin: frame.origin, size: Size(width: 94, height: 32)))
    }

    private func isUp(_ touch: Touch) -> Bool { touch.location(in: self).x >= bounds.middle.x }

    /// Notes the half where the touch began. One touch is followed at a time (rule CT16).
    override open func beginTracking(_ touch: Touch, with event: Event?) -> Bool {
        guard start == nil, super.beginTracking(touch, with: event) else { return false }
        start = (touch, isUp(touch))
        return true
    }

    override func didNotBegin(_ touch: Touch) { if start?.touch === touch { start = nil } }

    /// Steps if the touch ended in the half where it began, and tells a change (rule CT16).
    override open func endTracking(_ touch: Touch?, with event: Event?) {
        super.endTracking(touch, with: event)
        guard let start, start.touch === touch else { return }
        self.start = nil
        guard isTouchInside, isUp(start.touch) == start.isUp else { return }
        let before = value
        let wanted = before + (start.isUp ? step : -step)
        switch wanted {
        case ..<minimumValue: value = wraps ? maximumValue : minimumValue
        case let wanted where wanted > maximumValue: value = wraps ? minimumValue : maximumValue
        default: value = wanted
        }
        if value != before { send([.valueChanged], event) }
    }

    /// Forgets the touch (rule CT16).
    override open func cancelTracking(with event: Event?) {
        start = nil
        super.cancelTracking(with: event)
    }

    /// False for a single tap of a view above, which the stepper keeps (rule CT20).
    override open func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool {
        !losesTap(to: recognizer) && super.gestureRecognizerShouldBegin(recognizer)
    }
}
