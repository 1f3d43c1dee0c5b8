// SPDX-License-Identifier: Apache-2.0

import BatonDBus

/// The devices of bluetoothd from which presses may come. bluetoothd does not say which device a press is from (rule
/// BLUEZ1), so it is one of those that are connected.
struct BluezDevices {
    static let device: InterfaceName = "org.bluez.Device1"
    /// The sound of a device, which is there as long as its sound can be played.
    static let transport: InterfaceName = "org.bluez.MediaTransport1"
    /// The most devices that are followed; more are near a machine that looks for devices, and do not press anything.
    static let most = 64
    /// The first digits of the services of AVRCP: a target, and the two of a controller.
    private static let services = ["0000110c", "0000110e", "0000110f"]
    private static let longestName = 255

    private struct Device {
        var alias = ""
        var name = ""
        var address = ""
        var isConnected = false
        var connectedAt: Duration?
        /// Whether it may have buttons for media; assumed until its services are known.
        var hasButtons = true
    }

    private var devices: [String: Device] = [:]

    /// An object was added.
    ///
    /// - Parameter now: nil for one that was there before; when it connected is not known then.
    mutating func added(_ path: ObjectPath, _ interfaces: Value, at now: Duration?) {
        guard case .dictionary(let interfaces) = interfaces else { return }
        for entry in interfaces.entries {
            switch entry.key.asString {
            case Self.device.rawValue:
                guard devices[path.rawValue] != nil || devices.count < Self.most else { continue }
                devices[path.rawValue] = Device()
                changed(path, entry.value.asVardict ?? [:], at: now)
            case Self.transport.rawValue: hasSound(path, at: now)
            default: continue
            }
        }
    }

    /// Its sound can be played now: the buttons work from then on at the latest.
    private mutating func hasSound(_ path: ObjectPath, at now: Duration?) {
        guard let now, let own = devices.keys.first(where: { path.rawValue.hasPrefix($0 + "/") }) else { return }
        devices[own]?.connectedAt = now
    }

    /// Properties of a device have changed.
    mutating func changed(_ path: ObjectPath, _ properties: [String: Value], at now: Duration?) {
        guard var device = devices[path.rawValue] else { return }
        func text(_ name: String) -> String? {
            properties[name]?.asString.map { String(decoding: $0.utf8.prefix(Self.longestName), as: UTF8.self) }
        }
        device.alias = text("Alias") ?? device.alias
        device.name = text("Name") ?? device.name
        device.address = text("Address") ?? device.address
        if let services = properties["UUIDs"]?.asStringArray, !services.isEmpty {
            device.hasButtons = services.contains { service in Self.services.contains { service.hasPrefix($0) } }
        }
        if let isConnected = properties["Connected"]?.asBool, isConnected != device.isConnected {
            device.isConnected = isConnected
            device.connectedAt = isConnected ? now : nil
        }
        devices[path.rawValue] = device
    }

    /// Interfaces of an object were removed.
    mutating func removed(_ path: ObjectPath, _ interfaces: [String]) {
        if interfaces.contains(Self.device.rawValue) { devices[path.rawValue] = nil }
    }

    mutating func removeAll() { devices = [:] }

    /// The devices from which a press at an adapter may be.
    func pressing(at adapter: ObjectPath) -> [PressingDevice] {
        devices.filter { $0.value.isConnected && $0.value.hasButtons && $0.key.hasPrefix(adapter.rawValue + "/") }
            .sorted { $0.key < $1.key }
            .map {
                PressingDevice(
                    [$0.value.alias, $0.value.name, $0.value.address], connectedAt: $0.value.connectedAt,
                    address: $0.value.address)
            }
    }
}
