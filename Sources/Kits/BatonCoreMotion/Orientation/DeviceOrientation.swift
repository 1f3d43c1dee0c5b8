// SPDX-License-Identifier: Apache-2.0

public import BatonMotion

/// How the device is held, with UIKit's names and values (rule O4).
///
/// For example:
/// ```swift
/// let orientation = DeviceOrientation(.rightUp)
/// print(orientation == .landscapeLeft, orientation.isLandscape)  // true true
/// ```
public enum DeviceOrientation: Int, CaseIterable, Hashable, Sendable {
    /// Not known.
    case unknown = 0
    /// The top is up.
    case portrait = 1
    /// The bottom is up.
    case portraitUpsideDown = 2
    /// The right side is up.
    case landscapeLeft = 3
    /// The left side is up.
    case landscapeRight = 4
    /// The device lies on its back.
    case faceUp = 5
    /// The device lies on its screen.
    case faceDown = 6

    /// Makes the value of an orientation of the tracker.
    public init(_ orientation: Orientation) {
        self =
            switch orientation {
            case .undefined: .unknown
            case .normal: .portrait
            case .bottomUp: .portraitUpsideDown
            case .rightUp: .landscapeLeft
            case .leftUp: .landscapeRight
            case .faceUp: .faceUp
            case .faceDown: .faceDown
            }
    }

    /// Whether the top or the bottom is up.
    public var isPortrait: Bool { self == .portrait || self == .portraitUpsideDown }
    /// Whether the left or the right side is up.
    public var isLandscape: Bool { self == .landscapeLeft || self == .landscapeRight }
    /// Whether a face is up.
    public var isFlat: Bool { self == .faceUp || self == .faceDown }
    /// Whether a user interface can be turned to it: one of the four edges is up.
    public var isValidInterfaceOrientation: Bool { isPortrait || isLandscape }
}
