// SPDX-License-Identifier: Apache-2.0

import BatonValues
import CUdev
import Glibc

/// Lists the kernel's event nodes.
///
/// For example:
/// ```swift
/// for node in InputNodes.all() where node.role == .headset { print(node.path, node.name) }
/// ```
public enum InputNodes {
    /// All event nodes that sysfs shows now, sorted by number.
    public static func all() -> [InputNode] {
        eventNodes(make: node).sorted { number($0.path) < number($1.path) }
    }

    /// What is made of each event node that is there now, in udev's order.
    ///
    /// - Parameters:
    ///   - property: a property of udev that must be 1; nil for all nodes.
    ///   - make: is given udev's context and the node's folder in /sys.
    package static func eventNodes<Node>(
        with property: String? = nil, make: (OpaquePointer, UnsafePointer<CChar>) -> Node?
    ) -> [Node] {
        guard let context = udev_new() else { return [] }
        defer { udev_unref(context) }
        guard let enumeration = udev_enumerate_new(context) else { return [] }
        defer { udev_enumerate_unref(enumeration) }
        udev_enumerate_add_match_subsystem(enumeration, "input")
        udev_enumerate_add_match_sysname(enumeration, "event*")
        if let property { udev_enumerate_add_match_property(enumeration, property, "1") }
        guard udev_enumerate_scan_devices(enumeration) >= 0 else { return [] }
        var nodes: [Node] = []
        var entry = udev_enumerate_get_list_entry(enumeration)
        while let present = entry, let path = udev_list_entry_get_name(present) {
            if let node = make(context, path) { nodes.append(node) }
            entry = udev_list_entry_get_next(present)
        }
        return nodes
    }

    /// The node with this folder in /sys; nil when it was removed, or is not an event node.
    public static func node(at folder: String) -> InputNode? {
        guard let context = udev_new() else { return nil }
        defer { udev_unref(context) }
        return node(context, folder)
    }

    private static func number(_ path: String) -> Int {
        Int(path.reversed().prefix { $0.isNumber }.reversed().map(String.init).joined()) ?? 0
    }

    private static func node(_ context: OpaquePointer, _ path: UnsafePointer<CChar>) -> InputNode? {
        guard let event = udev_device_new_from_syspath(context, path) else { return nil }
        defer { udev_device_unref(event) }
        // libudev owns the parents; they are not released here.
        guard let name = udev_device_get_sysname(event), String(cString: name).hasPrefix("event"),
            let node = udev_device_get_devnode(event),
            let parent = udev_device_get_parent_with_subsystem_devtype(event, "input", nil)
        else { return nil }
        func text(_ attribute: String) -> String { attributeText(parent, attribute) }
        func bits(_ attribute: String) -> KeySet { KeySet(sysfs: text(attribute)) }
        func number(_ attribute: String) -> Int { Int(text(attribute), radix: 16) ?? 0 }
        let relative = bits("capabilities/rel")
        let absolute = bits("capabilities/abs")
        return InputNode(
            path: String(cString: node), folder: String(cString: path), name: text("name"), bus: number("id/bustype"),
            vendor: number("id/vendor"), product: number("id/product"), physicalPath: text("phys"),
            uniqueID: text("uniq"), keys: bits("capabilities/key"),
            hasPointer: [relative, absolute].contains { $0.contains(0) && $0.contains(1) } || absolute.contains(0x35),
            // SW_HEADPHONE_INSERT, SW_MICROPHONE_INSERT.
            hasJack: bits("capabilities/sw").contains(anyOf: [2, 4]), isSoundDevice: isSoundDevice(event))
    }

    /// Whether the USB device has an interface of class 1, subclass 1 (audio control), by the list that udev makes.
    private static func isSoundDevice(_ event: OpaquePointer) -> Bool {
        let usb = udev_device_get_parent_with_subsystem_devtype(event, "usb", "usb_device")
        return [event, usb].contains { device in
            guard let device, let list = udev_device_get_property_value(device, "ID_USB_INTERFACES") else {
                return false
            }
            return String(cString: list).contains(bytesOf: ":0101")
        }
    }

    private static func attributeText(_ device: OpaquePointer, _ attribute: String) -> String {
        guard let value = udev_device_get_sysattr_value(device, attribute) else { return "" }
        let text = String(cString: value)
        // Some drivers pad names. The limit bounds what a device can put into logs.
        return String(text.prefix(255)).trimmed
    }
}

extension String {
    fileprivate var trimmed: String {
        let isSpace: (Character) -> Bool = { $0 == " " || $0 == "\n" || $0 == "\t" }
        let rest = drop(while: isSpace)
        guard let last = rest.lastIndex(where: { !isSpace($0) }) else { return "" }
        return String(rest[...last])
    }
}
