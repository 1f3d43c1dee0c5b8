// SPDX-License-Identifier: Apache-2.0

public import BatonEvents

/// A control with segments side by side, of which one is selected (rule CT17).
///
/// All segments are as wide. A touch selects the segment where it ends. Unlike UIKit's, its segments have titles and no
/// images, and none is disabled alone.
///
/// For example:
/// ```swift
/// let repetition = SegmentedControl(items: ["Off", "Track", "All"])
/// repetition.selectedSegmentIndex = 0
/// ```
@MainActor
open class SegmentedControl: Control {
    /// The index of no segment (rule CT17).
    public static let noSegment = -1

    private var titles: [String]

    /// Makes a control with a segment for each title, none of them selected (rule CT17).
    public init(items titles: [String]) {
        self.titles = titles
        super.init()
    }

    /// How many segments there are (rule CT17).
    public var numberOfSegments: Int { titles.count }

    /// The title of a segment; nil if there is none with this index (rule CT17).
    public func titleForSegment(at index: Int) -> String? { titles.indices.contains(index) ? titles[index] : nil }

    /// Sets the title of a segment. Does nothing if there is none with this index (rule CT17).
    public func setTitle(_ title: String, forSegmentAt index: Int) {
        if titles.indices.contains(index) { titles[index] = title }
    }

    /// Inserts a segment; an index outside means the nearest place. The same segment stays selected (rule CT25).
    ///
    /// - Parameters:
    ///   - title: its title.
    ///   - index: where it is then.
    ///   - animated: ignored, because there is no animation (rule V14).
    public func insertSegment(withTitle title: String, at index: Int, animated: Bool) {
        let index = min(max(index, 0), titles.count)
        titles.insert(title, at: index)
        if selected >= index { selected += 1 }
    }

    /// Removes a segment. An index without a segment changes nothing. The selected segment stays selected; no segment is selected if it was
    /// that one (rule CT25).
    public func removeSegment(at index: Int, animated: Bool) {
        guard titles.indices.contains(index) else { return }
        titles.remove(at: index)
        if selected == index { selected = Self.noSegment } else if selected > index { selected -= 1 }
    }

    /// Removes all segments (rule CT25).
    public func removeAllSegments() {
        titles = []
        selected = Self.noSegment
    }

    /// The selected segment, or ``noSegment``, which is also what an index of no segment becomes. Setting it sends no event
    /// (rule CT17).
    open var selectedSegmentIndex: Int {
        get { selected }
        set { selected = titles.indices.contains(newValue) ? newValue : Self.noSegment }
    }
    private var selected = SegmentedControl.noSegment

    /// Whether a segment is selected only while its action is sent, which each touch does; false by default (rule CT17).
    public var isMomentary = false

    /// The area of a segment in the control's coordinates; nil if there is none with this index (rule CT17).
    public func rectForSegment(at index: Int) -> Rect? {
        guard titles.indices.contains(index) else { return nil }
        let width = (bounds.maxX - bounds.minX) / Double(titles.count)
        return Rect(
            x: bounds.minX + width * Double(index), y: bounds.minY, width: width, height: bounds.maxY - bounds.minY)
    }

    /// Selects the segment where the touch ended, and tells a change (rule CT17).
    override open func endTracking(_ touch: Touch?, with event: Event?) {
        super.endTracking(touch, with: event)
        guard isTouchInside, let touch, !titles.isEmpty else { return }
        let place = touch.location(in: self)
        // The nearest one, since a touch counts as inside beside the bounds too (rule CT7).
        let rects = titles.indices.compactMap(rectForSegment)
        let index = rects.firstIndex { place.x < $0.maxX } ?? titles.count - 1
        guard isMomentary || index != selected else { return }
        selectedSegmentIndex = index
        send([.valueChanged], event)
        if isMomentary { selectedSegmentIndex = Self.noSegment }
    }

    /// False for a single tap of a view above, which the control keeps (rule CT20).
    override open func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool {
        !losesTap(to: recognizer) && super.gestureRecognizerShouldBegin(recognizer)
    }
}
