// SPDX-License-Identifier: Apache-2.0

/// An event node of the kernel's and the device behind it, as sysfs and udev describe them; nothing was opened.
public struct InputNode: Sendable, Equatable {
    /// The node: `/dev/input/event7`.
    public var path: String
    /// Its folder in /sys.
    public var folder: String
    /// What the driver calls it.
    public var name: String
    /// `BUS_…` of linux/input.h: 3 is USB, 5 Bluetooth.
    public var bus: Int
    /// The vendor's number.
    public var vendor: Int
    /// The product's number.
    public var product: Int
    /// Where it is plugged in, by the driver; may be empty.
    public var physicalPath: String
    /// What tells it from others of its kind, such as a Bluetooth address; may be empty.
    public var uniqueID: String
    /// The keys it has.
    public var keys: KeySet
    /// Whether it points: it has relative or absolute axes x and y.
    public var hasPointer: Bool
    /// Whether it tells that something is in a headphone or microphone jack.
    public var hasJack: Bool
    /// Whether its USB device is a sound card too.
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

    /// The same for all nodes of one device (rule B8); empty when nothing tells.
    ///
    /// The nodes of a USB device differ after the last slash of their physical path (`usb-0000:00:14.0-1/input3`).
    public var device: String {
        if !uniqueID.isEmpty { return uniqueID }
        guard let slash = physicalPath.utf8.lastIndex(of: UInt8(ascii: "/")) else { return physicalPath }
        return String(physicalPath[..<slash])
    }
}
