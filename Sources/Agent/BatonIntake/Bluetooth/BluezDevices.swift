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
        /// Whether it can send sound, and whether it plays what is sent to it.
        var isSource = false
        var isSink = false
        /// The transport of its sound; nil while it has no transport.
        var transport: Transport?

        /// Whether it is a phone (rule BLUEZ19): it sends sound, or could and is not sent any.
        var isPhone: Bool { transport.map(\.isIncoming) ?? (isSource && !isSink) }
    }

    /// What carries the sound of a device.
    private struct Transport {
        let path: String
        /// Whether the sound comes from the device: the service of its own end is that of a sink.
        var isIncoming: Bool
        var isActive: Bool
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
            case Self.transport.rawValue:
                hasSound(path, at: now)
                connects(path, entry.value.asVardict ?? [:])
            default: continue
            }
        }
    }

    /// Its sound can be played now: the buttons work from then on at the latest.
    private mutating func hasSound(_ path: ObjectPath, at now: Duration?) {
        guard let now, let own = devices.keys.first(where: { path.rawValue.hasPrefix($0 + "/") }) else { return }
        devices[own]?.connectedAt = now
    }

    /// A transport has come, or has changed.
    mutating func connects(_ path: ObjectPath, _ properties: [String: Value]) {
        guard let own = device(of: path) else { return }
        let former = devices[own]?.transport.flatMap { $0.path == path.rawValue ? $0 : nil }
        guard let isIncoming = properties["UUID"]?.asString.map(Self.isSink) ?? former?.isIncoming else { return }
        let isActive = properties["State"]?.asString.map { $0 == "active" } ?? former?.isActive ?? false
        devices[own]?.transport = Transport(path: path.rawValue, isIncoming: isIncoming, isActive: isActive)
    }

    /// The device that an object belongs to.
    private func device(of path: ObjectPath) -> String? {
        devices.keys.first { path.rawValue.hasPrefix($0 + "/") }
    }

    /// Whether a service plays sound that it gets: a sink, a headset or a hands-free unit.
    private static func isSink(_ service: String) -> Bool {
        ["0000110b", "00001108", "0000111e"].contains { service.lowercased().hasPrefix($0) }
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
            device.isSource = services.contains { $0.lowercased().hasPrefix("0000110a") }
            device.isSink = services.contains(where: Self.isSink)
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
        guard interfaces.contains(Self.transport.rawValue), let own = device(of: path) else { return }
        if devices[own]?.transport?.path == path.rawValue { devices[own]?.transport = nil }
    }

    mutating func removeAll() { devices = [:] }

    /// The phone on which a player is; nil if it is on another kind of device.
    func phone(withPlayer path: ObjectPath) -> BluezPhone? {
        guard let own = device(of: path), let device = devices[own], device.isPhone else { return nil }
        return BluezPhone(
            path: own, alias: device.alias.isEmpty ? device.name : device.alias, address: device.address,
            isConnectedHere: device.transport != nil, isActive: device.transport?.isActive ?? false)
    }

    /// The names of the connected devices at an adapter that play sound and have buttons: headsets and speakers, not phones.
    func headsets(at adapter: ObjectPath) -> [String] {
        devices.filter {
            $0.value.isConnected && $0.value.hasButtons && !$0.value.isPhone
                && $0.key.hasPrefix(adapter.rawValue + "/")
        }
        .sorted { $0.key < $1.key }.map { $0.value.alias.isEmpty ? $0.value.name : $0.value.alias }
    }

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
