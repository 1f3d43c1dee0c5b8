// SPDX-License-Identifier: Apache-2.0

public import BatonEvents

/// A control with a knob that the user drags along a track to choose a number (rules CT13 and CT21).
///
/// A touch has to begin on the knob, as with UIKit's. The knob follows the touch less the distance between them at the
/// beginning, so it does not jump. The app draws the slider by ``trackRect(forBounds:)`` and
/// ``thumbRect(forBounds:trackRect:value:)``. Unlike UIKit's, values are of double precision, the size of the knob can
/// be set, and there are no images and colors.
///
/// For example:
/// ```swift
/// let slider = Slider()
/// slider.frame = Rect(x: 20, y: 20, width: 200, height: 31)
/// slider.maximumValue = 100
/// slider.addTarget(player, action: "volume", for: .valueChanged) { player, slider in
///     player.volume = slider.value
/// }
/// ```
@MainActor
open class Slider: Control {
    // MARK: Values

    /// The number that is chosen, from ``minimumValue`` to ``maximumValue``; 0 by default. A value outside is set to the
    /// nearest one, and one that is not a number is refused as in rule V6. Setting it sends no event (rules CT13 and
    /// CT15).
    open var value: Double {
        get { range.value }
        set { range.set(newValue) }
    }

    /// The number at the left end; 0 by default. If it is set above ``maximumValue``, that becomes the same (rule CT15).
    public var minimumValue: Double {
        get { range.least }
        set { range.setLeast(newValue) }
    }

    /// The number at the right end; 1 by default. If it is set below ``minimumValue``, that becomes the same (rule CT15).
    public var maximumValue: Double {
        get { range.most }
        set { range.setMost(newValue) }
    }

    private var range = ValueRange(from: 0, to: 1)

    /// Whether ``ControlEvents/valueChanged`` is sent for each change, or once at the end of the touch; true by default
    /// (rule CT13).
    public var isContinuous = true

    /// Sets the number, without an event (rule CT13).
    ///
    /// - Parameters:
    ///   - value: the number; one outside the range becomes the nearest end.
    ///   - animated: ignored, because there is no animation (rule V14).
    public func setValue(_ value: Double, animated: Bool) { self.value = value }

    // MARK: Geometry

    /// The width and height of the knob, in points: 31 by 31 by default (rule CT13).
    public var thumbSize = Size(width: 31, height: 31)

    /// The area of the track in the slider's coordinates: a line of 4 points in the middle of the bounds, as wide as they
    /// are (rule CT13).
    open func trackRect(forBounds bounds: Rect) -> Rect {
        Rect(x: bounds.minX, y: bounds.middle.y - 2, width: bounds.maxX - bounds.minX, height: 4)
    }

    /// The area of the knob for a value, in the slider's coordinates. At both ends it is inside the track (rule CT13).
    ///
    /// An override may place it anywhere: touches follow its middle, from that of the least value to that of the largest.
    open func thumbRect(forBounds bounds: Rect, trackRect: Rect, value: Double) -> Rect {
        let way = max(trackRect.maxX - trackRect.minX - thumbSize.width, 0)
        return Rect(
            x: trackRect.minX + way * range.fraction(of: value), y: trackRect.middle.y - thumbSize.height / 2,
            width: thumbSize.width, height: thumbSize.height)
    }

    private func thumb(at value: Double) -> Rect {
        thumbRect(forBounds: bounds, trackRect: trackRect(forBounds: bounds), value: value)
    }

    // MARK: Tracking

    private struct Drag {
        let touch: Touch
        /// From the middle of the knob to the touch, when it began.
        let offset: Double
        /// Where the touch was when the knob followed it last.
        var place: Double
        /// Whether the touch has changed the value, and the targets do not know it.
        var isUntold = false
    }

    private var drag: Drag?

    /// Follows a touch that begins on the knob, one at a time (rule CT13).
    override open func beginTracking(_ touch: Touch, with event: Event?) -> Bool {
        let (place, knob) = (touch.location(in: self), thumb(at: value))
        guard drag == nil, knob.contains(place), super.beginTracking(touch, with: event) else { return false }
        drag = Drag(touch: touch, offset: place.x - knob.middle.x, place: place.x)
        return true
    }

    override func didNotBegin(_ touch: Touch) { if drag?.touch === touch { drag = nil } }

    /// Moves the knob with the touch (rule CT13).
    override open func continueTracking(_ touch: Touch, with event: Event?) -> Bool {
        follow(touch)
        if isContinuous { tell(event) }
        return super.continueTracking(touch, with: event)
    }

    /// Moves the knob to where the touch ended, and tells the value if that was not done (rule CT13).
    override open func endTracking(_ touch: Touch?, with event: Event?) {
        super.endTracking(touch, with: event)
        if let touch { follow(touch) }
        tell(event)
        drag = nil
    }

    /// Leaves the value as it is, and tells it if that was not done (rule CT13).
    override open func cancelTracking(with event: Event?) {
        tell(event)
        drag = nil
        super.cancelTracking(with: event)
    }

    private func follow(_ touch: Touch) {
        let place = touch.location(in: self).x
        // A finger that rests changes nothing: a target may have rounded the value.
        guard var drag, drag.touch === touch, place != drag.place else { return }
        let (left, right) = (thumb(at: minimumValue).middle.x, thumb(at: maximumValue).middle.x)
        let fraction = (place - drag.offset - left) / (right - left)
        drag.place = place
        self.drag = drag
        // A track without a length has one place for all values.
        guard fraction.isFinite else { return }
        let before = value
        value = range.value(at: min(max(fraction, 0), 1))
        if value != before { self.drag?.isUntold = true }
    }

    private func tell(_ event: Event?) {
        guard drag?.isUntold == true else { return }
        drag?.isUntold = false
        send([.valueChanged], event)
    }

    /// False for drags of a view above that take the knob along the track (rule CT21).
    override open func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool {
        !losesDrag(to: recognizer, from: thumb(at: value), drag?.touch)
            && super.gestureRecognizerShouldBegin(recognizer)
    }
}
