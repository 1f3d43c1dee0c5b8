// SPDX-License-Identifier: Apache-2.0

/// What can happen to a control, as a set of bits (rule CT1). The raw values are UIKit's `UIControl.Event`'s, and part
/// of the interface.
///
/// It is not nested in ``Control`` as UIKit's is: a subclass has `Event` in its handlers.
///
/// For example:
/// ```swift
/// let ends: ControlEvents = [.touchUpInside, .touchUpOutside, .touchCancel]
/// let isTouch = ControlEvents.allTouchEvents.isSuperset(of: ends)  // true
/// ```
public struct ControlEvents: OptionSet, Hashable, Sendable {
    /// The bits (rule CT1).
    public let rawValue: UInt

    /// Makes a set of its bits (rule CT1). Any are valid.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// A touch began, and the control tracks it (rule CT3).
    public static let touchDown = ControlEvents(rawValue: 1 << 0)
    /// A touch began that is the second or a later tap; it comes after ``touchDown`` (rule CT3).
    public static let touchDownRepeat = ControlEvents(rawValue: 1 << 1)
    /// The touch moved inside the control (rule CT4).
    public static let touchDragInside = ControlEvents(rawValue: 1 << 2)
    /// The touch moved outside the control (rule CT4).
    public static let touchDragOutside = ControlEvents(rawValue: 1 << 3)
    /// The touch came into the control (rule CT4).
    public static let touchDragEnter = ControlEvents(rawValue: 1 << 4)
    /// The touch left the control (rule CT4).
    public static let touchDragExit = ControlEvents(rawValue: 1 << 5)
    /// The touch ended inside the control (rule CT5).
    public static let touchUpInside = ControlEvents(rawValue: 1 << 6)
    /// The touch ended outside the control (rule CT5).
    public static let touchUpOutside = ControlEvents(rawValue: 1 << 7)
    /// The touch was taken from the control (rule CT6).
    public static let touchCancel = ControlEvents(rawValue: 1 << 8)
    /// The user changed the control's value (rule CT13).
    public static let valueChanged = ControlEvents(rawValue: 1 << 12)
    /// The user did what the control is for (rule CT13).
    public static let primaryActionTriggered = ControlEvents(rawValue: 1 << 13)
    /// Editing of a text began. No control here sends it (rule CT1).
    public static let editingDidBegin = ControlEvents(rawValue: 1 << 16)
    /// An edited text changed. No control here sends it (rule CT1).
    public static let editingChanged = ControlEvents(rawValue: 1 << 17)
    /// Editing of a text ended. No control here sends it (rule CT1).
    public static let editingDidEnd = ControlEvents(rawValue: 1 << 18)
    /// A key ended the editing of a text. No control here sends it (rule CT1).
    public static let editingDidEndOnExit = ControlEvents(rawValue: 1 << 19)

    /// Every event of touches (rule CT1).
    public static let allTouchEvents = ControlEvents(rawValue: 0x0000_0FFF)
    /// Every event of editing (rule CT1).
    public static let allEditingEvents = ControlEvents(rawValue: 0x000F_0000)
    /// Bits that apps may give a meaning (rule CT1).
    public static let applicationReserved = ControlEvents(rawValue: 0x0F00_0000)
    /// Bits that have no meaning yet (rule CT1).
    public static let systemReserved = ControlEvents(rawValue: 0xF000_0000)
    /// Every event (rule CT1).
    public static let allEvents = ControlEvents(rawValue: 0xFFFF_FFFF)

    /// The events of the set, each as a set of its own, the lowest bit first.
    var each: [ControlEvents] {
        var (result, remaining): ([ControlEvents], UInt) = ([], rawValue)
        while remaining != 0 {
            let bit = remaining & (~remaining &+ 1)
            result.append(ControlEvents(rawValue: bit))
            remaining &= ~bit
        }
        return result
    }
}
