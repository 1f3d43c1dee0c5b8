// SPDX-License-Identifier: Apache-2.0

public import BatonEvents

/// Follows the slots of a touch panel (the kernel's multitouch protocol B), and tells a `TouchTracker` of its fingers
/// (rules S7 to S12).
///
/// A slot keeps its values when its finger goes up: the kernel reports only what differs from them, also for the next
/// finger (rule S10). A finger that hovers is not down. One that turns out to be a palm is cancelled. Values outside of
/// what the panel has are ignored.
///
/// For example:
/// ```swift
/// let slots = TouchSlots(panel: panel, tracker: TouchTracker(window: window))
/// for event in slots.take(PanelEvent(type: 0, code: 0, value: 0, timestamp: now)) { application.postEvent(event) }
/// application.processEvents()
/// ```
@MainActor
public final class TouchSlots {
    /// The panel.
    public let panel: TouchPanel
    /// What is told of the fingers. Its window has the size of the screen.
    public let tracker: TouchTracker

    private var slots: [Slot]
    /// The slot that the next values are of; nil if the device named one that it does not have.
    private var present: Int?
    /// Whether events were lost, until the end of their frame.
    private var isLost = false
    /// Whether touches are not told (rule S13).
    public private(set) var isSuspended = false
    private let transform: AffineTransform

    /// What a slot shows.
    struct Slot {
        /// Of the finger that is in the slot; -1 without one.
        var trackingID: Int32 = -1
        var x: Int32
        var y: Int32
        var toolType: Int32 = 0
        var distance: Int32 = 0
        /// Whether the tracker knows of the finger.
        var isDown = false
        /// Whether the finger counts for nothing until it leaves: a palm, or one that was down before (rule S12).
        var isStranger = false
        var isChanged = false

        /// `MT_TOOL_FINGER` and `MT_TOOL_PEN`; others are palms and dials.
        var isFinger: Bool { toolType == 0 || toolType == 1 }
        var isTouching: Bool { trackingID >= 0 && isFinger && distance <= 0 && !isStranger }
    }

    /// Follows a panel that no finger touches.
    ///
    /// - Parameters:
    ///   - panel: what the panel is like.
    ///   - tracker: is told of the fingers.
    ///   - slot: the present value of `ABS_MT_SLOT`.
    public init(panel: TouchPanel, tracker: TouchTracker, slot: Int32 = 0) {
        self.panel = panel
        self.tracker = tracker
        transform = panel.transform
        slots = Array(repeating: Slot(x: panel.x.minimum, y: panel.y.minimum), count: panel.slotCount)
        present = 0
        select(slot)
    }

    /// How many fingers are down, those that count for nothing included.
    public var fingerCount: Int {
        var count = 0
        for slot in slots where slot.trackingID >= 0 { count += 1 }
        return count
    }

    // MARK: Events

    /// Takes an event of the device. The end of a frame gives the events of its touches, to be posted.
    public func take(_ event: PanelEvent) -> [Event] {
        switch (event.type, event.code) {
        case (PanelCode.synchronization, PanelCode.dropped):
            isLost = true
            return loseFingers(at: event.timestamp)
        case (PanelCode.synchronization, PanelCode.report):
            defer { isLost = false }
            return isLost ? [] : closeFrame(at: event.timestamp)
        case (PanelCode.absolute, _) where !isLost:
            set(event.code, event.value)
            return []
        default: return []
        }
    }

    /// Cancels every finger: the device is gone, its session is inactive, or events were lost (rule S12). Fingers that are
    /// still on the panel count for nothing until they leave it.
    public func cancel(at timestamp: Duration) -> [Event] { loseFingers(at: timestamp) }

    /// Cancels every finger, and tells of none until ``resume()``: the session is not in front, locked or asleep (rule S13).
    public func suspend(at timestamp: Duration) -> [Event] {
        isSuspended = true
        return loseFingers(at: timestamp)
    }

    /// Tells of fingers again that come from now on (rule S13).
    public func resume() { isSuspended = false }

    /// Sets what a slot shows now, as the kernel tells it. A finger that is in it counts for nothing until it leaves it
    /// (rule S12).
    func adopt(slot index: Int, trackingID: Int32, x: Int32, y: Int32, toolType: Int32, distance: Int32) {
        guard slots.indices.contains(index) else { return }
        slots[index] = Slot(
            trackingID: max(trackingID, -1), x: x, y: y, toolType: toolType, distance: distance,
            isStranger: trackingID >= 0)
    }

    /// Sets which slot the next values are of.
    func select(_ slot: Int32) { present = slots.indices.contains(Int(slot)) ? Int(slot) : nil }

    /// Sets where a finger is whose slot was never told of. A recording cannot ask the kernel for it.
    func assume(x: Int32, y: Int32) {
        for index in slots.indices { (slots[index].x, slots[index].y) = (x, y) }
    }

    // MARK: Slots

    private func set(_ code: UInt16, _ value: Int32) {
        if code == PanelCode.slot { return select(value) }
        guard let index = present else { return }
        switch code {
        case PanelCode.trackingID: return setFinger(value, in: index)
        case PanelCode.positionX: slots[index].x = value
        case PanelCode.positionY: slots[index].y = value
        case PanelCode.toolType: slots[index].toolType = value
        case PanelCode.distance: slots[index].distance = value
        default: return
        }
        slots[index].isChanged = true
    }

    /// Takes the number of the finger in a slot. What the slot showed of the one before is told first, since one frame may
    /// have the end of a finger, or a whole tap (rule S11).
    private func setFinger(_ trackingID: Int32, in index: Int) {
        guard trackingID != slots[index].trackingID else { return }
        tell(index)
        if slots[index].isDown { tracker.up(id: UInt64(index)) }
        slots[index].isDown = false
        slots[index].isStranger = isSuspended && trackingID >= 0
        slots[index].trackingID = max(trackingID, -1)
        slots[index].isChanged = true
    }

    private func closeFrame(at timestamp: Duration) -> [Event] {
        for index in slots.indices where slots[index].isChanged { tell(index) }
        return tracker.frame(at: timestamp)
    }

    /// Tells the tracker what changed in a slot.
    private func tell(_ index: Int) {
        guard slots[index].isChanged else { return }
        slots[index].isChanged = false
        let slot = slots[index]
        let (id, place) = (UInt64(index), transform.apply(to: Point(x: Double(slot.x), y: Double(slot.y))))
        switch (slot.isDown, slot.isTouching) {
        case (false, true): tracker.down(id: id, at: place)
        case (true, true): tracker.move(id: id, to: place)
        case (true, false) where !slot.isFinger:
            tracker.cancel(id: id)
            slots[index].isStranger = true
        case (true, false):
            tracker.move(id: id, to: place)
            tracker.up(id: id)
        case (false, false): slots[index].isStranger = slot.isStranger || !slot.isFinger && slot.trackingID >= 0
        }
        slots[index].isDown = slot.isTouching
    }

    private func loseFingers(at timestamp: Duration) -> [Event] {
        for index in slots.indices {
            slots[index].isDown = false
            slots[index].isChanged = false
            slots[index].isStranger = slots[index].trackingID >= 0
        }
        return tracker.cancel(at: timestamp)
    }
}
