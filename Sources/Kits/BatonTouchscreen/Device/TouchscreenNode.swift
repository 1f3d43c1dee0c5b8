// SPDX-License-Identifier: Apache-2.0

public import BatonEvents
import BatonInput
import CUdev

/// A touchscreen that udev knows, before it is opened.
///
/// For example:
/// ```swift
/// for node in TouchscreenNode.all() {
///     let screen = try Touchscreen(path: node.path, reactor: reactor)
///     screen.panel.calibration = node.calibration
/// }
/// ```
public struct TouchscreenNode: Sendable, Equatable {
    /// The path of the node, such as `/dev/input/event5`.
    public let path: String
    /// What udev's `LIBINPUT_CALIBRATION_MATRIX` says; the identity if it says nothing (rule S8).
    public let calibration: AffineTransform

    /// The touchscreens that are there now (`ID_INPUT_TOUCHSCREEN`), in udev's order.
    public static func all() -> [TouchscreenNode] {
        InputNodes.eventNodes(with: "ID_INPUT_TOUCHSCREEN", make: node)
    }

    private static func node(_ context: OpaquePointer, _ path: UnsafePointer<CChar>) -> TouchscreenNode? {
        guard let device = udev_device_new_from_syspath(context, path) else { return nil }
        defer { udev_device_unref(device) }
        guard let node = udev_device_get_devnode(device) else { return nil }
        let text = udev_device_get_property_value(device, "LIBINPUT_CALIBRATION_MATRIX").map { String(cString: $0) }
        return TouchscreenNode(
            path: String(cString: node), calibration: text.flatMap(AffineTransform.init(calibration:)) ?? .identity)
    }
}

extension AffineTransform {
    /// Reads udev's `LIBINPUT_CALIBRATION_MATRIX`: the upper two rows of a matrix of three, row by row, as six numbers. Nil
    /// if it is anything else (rule S8).
    ///
    /// For example:
    /// ```swift
    /// let halfTurn = AffineTransform(calibration: "-1 0 1 0 -1 1")
    /// ```
    public init?(calibration text: String) {
        let words = text.split(separator: " ", maxSplits: 6)
        let numbers = words.compactMap { Double($0) }
        guard words.count == 6, numbers.count == 6, numbers.allSatisfy({ $0.magnitude < 1e6 }) else { return nil }
        self.init(a: numbers[0], b: numbers[3], c: numbers[1], d: numbers[4], tx: numbers[2], ty: numbers[5])
    }
}
