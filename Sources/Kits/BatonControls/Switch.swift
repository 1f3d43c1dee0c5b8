// SPDX-License-Identifier: Apache-2.0

public import BatonEvents

/// A control that is on or off: a tap toggles it, and a drag of its knob past the middle sets it (rules CT13, CT20 and
/// CT21).
///
/// It is 51 by 31 points at first, as UIKit's is. The app draws it by ``knobRect(forBounds:)``. The user's change sends
/// ``ControlEvents/valueChanged`` when the touch ends; unlike UIKit's it has no colors, images, style or title.
///
/// For example:
/// ```swift
/// let shuffle = Switch()
/// shuffle.addTarget(player, action: "shuffle", for: .valueChanged) { player, shuffle in
///     player.isShuffling = shuffle.isOn
/// }
/// ```
@MainActor
open class Switch: Control {
    /// Whether it is on; false by default. Setting it sends no event (rule CT13).
    open var isOn = false

    /// A touch that began, and what it has done.
    private struct Drag {
        let touch: Touch
        let start: Double
        /// Whether it began on the knob.
        let isOnKnob: Bool
        /// Where the knob was when it began, from 0 to 1.
        let position: Double
        /// Whether it has moved too far along the switch for a tap.
        var isPan = false
        var way = 0.0
    }

    private var drag: Drag?
    /// How far along the switch a touch may move and still be a tap, in points (rule CT13).
    private static let longestTapWay = 10.0

    /// Makes a switch that is off, of 51 by 31 points (rule CT13).
    ///
    /// - Parameter frame: its origin is where the control is; its size does not count, as with UIKit's.
    override public init(frame: Rect = .zero) {
        super.init(frame: Rect(origin: frame.origin, size: Size(width: 51, height: 31)))
    }

    /// Sets whether it is on, without an event (rule CT13).
    ///
    /// - Parameters:
    ///   - on: whether it is on.
    ///   - animated: ignored, because there is no animation (rule V14).
    public func setOn(_ on: Bool, animated: Bool) { isOn = on }

    // MARK: Geometry

    /// Where the knob is, from 0 at the left, where the switch is off, to 1 at the right. It follows a touch that drags it
    /// (rule CT13).
    public var knobPosition: Double {
        let rest = isOn ? 1.0 : 0.0
        guard let drag, drag.isOnKnob else { return rest }
        let range = bounds.maxX - bounds.minX - side(of: bounds)
        return range > 0 ? min(max(drag.position + drag.way / range, 0), 1) : rest
    }

    /// The area of the knob in the switch's coordinates: a square as high as the bounds (rule CT13). Override it for a
    /// knob of another shape, with ``knobPosition`` for its place.
    open func knobRect(forBounds bounds: Rect) -> Rect {
        let side = side(of: bounds)
        let place = bounds.minX + (bounds.maxX - bounds.minX - side) * knobPosition
        return Rect(x: place, y: bounds.minY, width: side, height: side)
    }

    private func side(of bounds: Rect) -> Double { min(bounds.maxX - bounds.minX, bounds.maxY - bounds.minY) }

    // MARK: Tracking

    /// Notes where the touch began. One touch is followed at a time (rule CT13).
    override open func beginTracking(_ touch: Touch, with event: Event?) -> Bool {
        guard drag == nil, super.beginTracking(touch, with: event) else { return false }
        let place = touch.location(in: self)
        drag = Drag(
            touch: touch, start: place.x, isOnKnob: knobRect(forBounds: bounds).contains(place),
            position: isOn ? 1 : 0)
        return true
    }

    override func didNotBegin(_ touch: Touch) { if drag?.touch === touch { drag = nil } }

    /// Moves the knob with a touch that began on it (rule CT13).
    override open func continueTracking(_ touch: Touch, with event: Event?) -> Bool {
        if let drag, drag.touch === touch { follow(touch, drag) }
        return super.continueTracking(touch, with: event)
    }

    private func follow(_ touch: Touch, _ drag: Drag) {
        var drag = drag
        drag.way = touch.location(in: self).x - drag.start
        if drag.way.magnitude > Self.longestTapWay { drag.isPan = true }
        self.drag = drag
    }

    /// Sets the switch by what the touch was, a tap or a drag of the knob, and tells a change (rule CT13).
    override open func endTracking(_ touch: Touch?, with event: Event?) {
        super.endTracking(touch, with: event)
        guard let drag, drag.touch === touch else { return }
        // The finger may have moved as it went up.
        follow(drag.touch, drag)
        let isPan = self.drag.map { $0.isPan && $0.isOnKnob } ?? false
        let wanted = isPan ? knobPosition >= 0.5 : isTouchInside ? !isOn : isOn
        self.drag = nil
        guard wanted != isOn else { return }
        isOn = wanted
        send([.valueChanged], event)
    }

    /// Leaves the switch as it was (rule CT13).
    override open func cancelTracking(with event: Event?) {
        drag = nil
        super.cancelTracking(with: event)
    }

    /// False for a single tap of a view above, and for its drags of the knob along the switch (rules CT20 and CT21).
    override open func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool {
        !losesTap(to: recognizer) && !losesDrag(of: recognizer) && super.gestureRecognizerShouldBegin(recognizer)
    }

    private func losesDrag(of recognizer: GestureRecognizer) -> Bool {
        if let drag { return drag.isOnKnob && losesDrag(to: recognizer, from: .zero, drag.touch) }
        return losesDrag(to: recognizer, from: knobRect(forBounds: bounds), nil)
    }
}
