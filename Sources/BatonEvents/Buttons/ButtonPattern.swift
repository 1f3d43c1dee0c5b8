// SPDX-License-Identifier: Apache-2.0

/// What can be done with one button (rule B1).
public enum ButtonPattern: String, Sendable, CaseIterable {
    /// One click.
    case click = "click"
    /// Two clicks.
    case doubleClick = "double-click"
    /// Three clicks.
    case tripleClick = "triple-click"
    /// Down, and held.
    case hold = "hold"
    /// One click, then down again and held.
    case clickHold = "click-hold"
    /// Two clicks, then down again and held.
    case doubleClickHold = "double-click-hold"

    /// The most presses a pattern has.
    public static let longest = 3

    /// How many times the button goes down.
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

    /// The pattern of so many presses, the last of them held or not; nil if there is none.
    public init?(presses: Int, isHeld: Bool) {
        guard let pattern = Self.allCases.first(where: { $0.presses == presses && $0.isHeld == isHeld }) else {
            return nil
        }
        self = pattern
    }
}
