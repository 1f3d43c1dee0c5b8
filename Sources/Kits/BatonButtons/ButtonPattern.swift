// SPDX-License-Identifier: Apache-2.0

import BatonEvents

/// A pattern of presses on one button (rule B1).
///
/// For example:
/// ```swift
/// let pattern = ButtonPattern(presses: 2, isHeld: false)  // .doubleClick
/// let presses = ButtonPattern.clickHold.presses  // 2
/// ```
public enum ButtonPattern: String, Sendable, CaseIterable {
    /// One click.
    case click = "click"
    /// Two clicks.
    case doubleClick = "double-click"
    /// Three clicks.
    case tripleClick = "triple-click"
    /// A press that is held.
    case hold = "hold"
    /// One click, then a press that is held.
    case clickHold = "click-hold"
    /// Two clicks, then a press that is held.
    case doubleClickHold = "double-click-hold"

    /// The largest number of presses of a pattern.
    public static let longest = 3

    /// How many times the button is pressed.
    public var presses: Int {
        switch self {
        case .click, .hold: 1
        case .doubleClick, .clickHold: 2
        case .tripleClick, .doubleClickHold: 3
        }
    }

    /// Whether the last press is held.
    public var isHeld: Bool {
        switch self {
        case .click, .doubleClick, .tripleClick: false
        case .hold, .clickHold, .doubleClickHold: true
        }
    }

    /// Makes the pattern with this number of presses, the last of them held or not; nil if none exists.
    public init?(presses: Int, isHeld: Bool) {
        guard let pattern = Self.allCases.first(where: { $0.presses == presses && $0.isHeld == isHeld }) else {
            return nil
        }
        self = pattern
    }
}
