// SPDX-License-Identifier: Apache-2.0

public import BatonEvents
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
        guard let context = udev_new() else { return [] }
        defer { udev_unref(context) }
        guard let enumeration = udev_enumerate_new(context) else { return [] }
        defer { udev_enumerate_unref(enumeration) }
        udev_enumerate_add_match_subsystem(enumeration, "input")
        udev_enumerate_add_match_sysname(enumeration, "event*")
        udev_enumerate_add_match_property(enumeration, "ID_INPUT_TOUCHSCREEN", "1")
        guard udev_enumerate_scan_devices(enumeration) >= 0 else { return [] }
        var nodes: [TouchscreenNode] = []
        var entry = udev_enumerate_get_list_entry(enumeration)
        while let present = entry, let path = udev_list_entry_get_name(present) {
            if let node = node(context, path) { nodes.append(node) }
            entry = udev_list_entry_get_next(present)
        }
        return nodes
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
