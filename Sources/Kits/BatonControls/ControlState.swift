// SPDX-License-Identifier: Apache-2.0

/// The states that a control is in, as a set of bits (rule CT2). The raw values are UIKit's `UIControl.State`'s, and part
/// of the interface. ``Control/State`` is the same.
///
/// For example:
/// ```swift
/// button.isSelected = true
/// let isSelected = button.state.contains(.selected)  // true
/// ```
public struct ControlState: OptionSet, Hashable, Sendable {
    /// The bits (rule CT2).
    public let rawValue: UInt

    /// Makes a set of its bits (rule CT2). Any are valid.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// None of the others (rule CT2).
    public static let normal: ControlState = []
    /// A touch that the control tracks is inside it, or the app set ``Control/isHighlighted`` (rule CT2).
    public static let highlighted = ControlState(rawValue: 1 << 0)
    /// ``Control/isEnabled`` is false (rule CT2).
    public static let disabled = ControlState(rawValue: 1 << 1)
    /// ``Control/isSelected`` is true (rule CT2).
    public static let selected = ControlState(rawValue: 1 << 2)
    /// The control has the focus of a keyboard. No control here sets it; override ``Control/state`` to add it (rule
    /// CT2).
    public static let focused = ControlState(rawValue: 1 << 3)
}
