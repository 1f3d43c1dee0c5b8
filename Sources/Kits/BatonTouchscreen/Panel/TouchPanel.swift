// SPDX-License-Identifier: Apache-2.0

public import BatonEvents

/// The touch panel of a screen: its axes, and how their units become points (rules S7 and S8).
///
/// For example:
/// ```swift
/// var panel = try TouchPanel(
///     name: "EP0430M09", x: PanelAxis(0...1279), y: PanelAxis(0...767), slots: 0...4, isDirect: true)
/// panel.orientation = .upsideDown
/// window.frame = Rect(origin: .zero, size: panel.size)
/// ```
public struct TouchPanel: Sendable, Equatable {
    /// The most slots that are followed; a panel that claims more has the rest ignored.
    public static let maximumSlots = 64

    /// The name of the device; it comes from outside, and may contain any characters.
    public let name: String
    /// The horizontal axis of the device.
    public let x: PanelAxis
    /// The vertical axis of the device.
    public let y: PanelAxis
    /// How many slots are followed: 1 to ``maximumSlots``.
    public let slotCount: Int

    /// Maps places of the panel to places of the screen, both from 0 to 1, as udev's `LIBINPUT_CALIBRATION_MATRIX`
    /// says; the identity by default. A matrix that is not finite is ignored (rule S8).
    public var calibration: AffineTransform {
        get { storedCalibration }
        set { if newValue.isFinite { storedCalibration = newValue } }
    }
    /// How the screen that the panel covers is turned; upright by default. It applies after the calibration (rule S8).
    public var orientation = PanelOrientation.upright
    /// How many points a unit is, on both axes; nil if the resolution decides (rule S7). A number that is not positive and
    /// finite is ignored.
    public var pointsPerUnit: Double? {
        didSet { if let scale = pointsPerUnit, !(scale > 0 && scale.isFinite) { pointsPerUnit = oldValue } }
    }
    private var storedCalibration = AffineTransform.identity

    /// Describes a panel.
    ///
    /// - Parameters:
    ///   - name: the device's.
    ///   - x: the values of `ABS_MT_POSITION_X`.
    ///   - y: the values of `ABS_MT_POSITION_Y`.
    ///   - slots: the values of `ABS_MT_SLOT`; nil if the device has no slots (protocol A).
    ///   - isDirect: whether it covers a screen: `INPUT_PROP_DIRECT` (rule T25).
    /// - Throws: ``TouchPanelRefusal`` if its touches cannot or must not be used.
    public init(
        name: String, x: PanelAxis?, y: PanelAxis?, slots: ClosedRange<Int32>?, isDirect: Bool
    ) throws(TouchPanelRefusal) {
        guard let x, let y else { throw .noTouches }
        guard let slots else { throw .protocolA }
        guard isDirect else { throw .notDirect }
        guard x.length > 0, y.length > 0 else { throw .noArea }
        self.name = name
        self.x = x
        self.y = y
        slotCount = Int(min(max(slots.upperBound, 0), Int32(Self.maximumSlots - 1))) + 1
    }

    /// The size of the screen in points, as it is turned.
    public var size: Size {
        let size = panelSize
        return orientation.isSideways ? Size(width: size.height, height: size.width) : size
    }

    /// How the device's units become points of the screen.
    var transform: AffineTransform {
        let screen = size
        return AffineTransform(translationX: -Double(x.minimum), y: -Double(y.minimum))
            .concatenating(AffineTransform(scaleX: 1 / x.length, y: 1 / y.length))
            .concatenating(calibration)
            .concatenating(orientation.transform)
            .concatenating(AffineTransform(scaleX: screen.width, y: screen.height))
    }

    private var panelSize: Size {
        let scale = scale
        return Size(width: x.length * scale.x, height: y.length * scale.y)
    }

    /// Points in a unit of each axis.
    private var scale: Point {
        if let pointsPerUnit { return Point(x: pointsPerUnit, y: pointsPerUnit) }
        if let x = x.pointsPerUnit, let y = y.pointsPerUnit { return Point(x: x, y: y) }
        // The size is unknown. Phones and tablets are about 480 points wide.
        let scale = Self.assumedShortSide / min(x.length, y.length)
        return Point(x: scale, y: scale)
    }

    private static let assumedShortSide = 480.0
}

/// An axis of a touch panel, in the device's units.
///
/// For example:
/// ```swift
/// let axis = PanelAxis(0...4095, unitsPerMillimetre: 12)
/// ```
public struct PanelAxis: Sendable, Equatable {
    /// The least value.
    public let minimum: Int32
    /// The largest value. An axis whose largest value is not above the least one has no length.
    public let maximum: Int32
    /// Units in a millimetre; 0 if the device does not tell.
    public let unitsPerMillimetre: Int32

    /// Makes an axis of the numbers that a device reports, whatever they are.
    public init(minimum: Int32, maximum: Int32, unitsPerMillimetre: Int32 = 0) {
        self.minimum = minimum
        self.maximum = maximum
        self.unitsPerMillimetre = unitsPerMillimetre
    }

    /// Makes an axis.
    public init(_ range: ClosedRange<Int32>, unitsPerMillimetre: Int32 = 0) {
        self.init(minimum: range.lowerBound, maximum: range.upperBound, unitsPerMillimetre: unitsPerMillimetre)
    }

    /// From the least to the largest value.
    var length: Double { Double(maximum) - Double(minimum) }

    /// Points in a unit: 160 points are an inch. Nil if the device does not tell its size, or tells one that no screen
    /// has.
    var pointsPerUnit: Double? {
        guard unitsPerMillimetre > 0 else { return nil }
        let units = Double(unitsPerMillimetre)
        guard (20...5000).contains(length / units) else { return nil }
        return 160 / 25.4 / units
    }
}

/// How a screen is turned, clockwise from upright.
///
/// For example:
/// ```swift
/// panel.orientation = .upsideDown
/// ```
public enum PanelOrientation: Sendable, CaseIterable {
    /// As the panel is.
    case upright
    /// A quarter turn clockwise: the panel's left edge is at the top.
    case turnedRight
    /// Half a turn.
    case upsideDown
    /// A quarter turn counterclockwise: the panel's right edge is at the top.
    case turnedLeft

    var isSideways: Bool { self == .turnedRight || self == .turnedLeft }

    /// Maps places from 0 to 1.
    var transform: AffineTransform {
        switch self {
        case .upright: .identity
        case .turnedRight: AffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 1, ty: 0)
        case .upsideDown: AffineTransform(a: -1, b: 0, c: 0, d: -1, tx: 1, ty: 1)
        case .turnedLeft: AffineTransform(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: 1)
        }
    }
}
