// SPDX-License-Identifier: Apache-2.0

/// An event node of the kernel and its device, as sysfs and udev describe them. The node is not opened for this.
///
/// For example:
/// ```swift
/// if let node = InputNodes.node(at: "/sys/class/input/event7"), case .unsuitable(let reason) = node.role {
///     print("\(node.name) is not read: \(reason)")
/// }
/// ```
public struct InputNode: Sendable, Equatable {
    /// The path of the node, such as `/dev/input/event7`.
    public var path: String
    /// The node's folder in /sys.
    public var folder: String
    /// The name that the driver gives the device.
    public var name: String
    /// `BUS_…` of linux/input.h: 3 is USB, 5 Bluetooth.
    public var bus: Int
    /// The vendor's number.
    public var vendor: Int
    /// The product's number.
    public var product: Int
    /// The physical path that the driver gives, which tells where it is plugged in; may be empty.
    public var physicalPath: String
    /// The unique identifier of the device, such as a Bluetooth address; may be empty.
    public var uniqueID: String
    /// The keys that it has.
    public var keys: KeySet
    /// Whether it is a pointer: it has relative or absolute axes x and y.
    public var hasPointer: Bool
    /// Whether it has the switch of a headphone or microphone jack.
    public var hasJack: Bool
    /// Whether its USB device is also a sound card.
    public var isSoundDevice: Bool

    /// Makes a description.
    public init(
        path: String, folder: String = "", name: String, bus: Int = 0, vendor: Int = 0, product: Int = 0,
        physicalPath: String = "", uniqueID: String = "", keys: KeySet, hasPointer: Bool = false, hasJack: Bool = false,
        isSoundDevice: Bool = false
    ) {
        self.path = path
        self.folder = folder
        self.name = name
        self.bus = bus
        self.vendor = vendor
        self.product = product
        self.physicalPath = physicalPath
        self.uniqueID = uniqueID
        self.keys = keys
        self.hasPointer = hasPointer
        self.hasJack = hasJack
        self.isSoundDevice = isSoundDevice
    }

    /// Identifies the device: the same for all of its nodes (rule B8); empty when it is not known.
    ///
    /// The nodes of a USB device differ after the last slash of their physical path (`usb-0000:00:14.0-1/input3`).
    public var device: String {
        if !uniqueID.isEmpty { return uniqueID }
        guard let slash = physicalPath.utf8.lastIndex(of: UInt8(ascii: "/")) else { return physicalPath }
        return String(physicalPath[..<slash])
    }
}
