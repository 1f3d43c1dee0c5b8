// SPDX-License-Identifier: Apache-2.0

import BatonInterruptions
import CPulse
import Glibc

/// A source as the server tells it.
struct ServerSource {
    /// Whether it is a microphone, rather than what a sink plays.
    var isMicrophone: Bool
    var isMuted: Bool
}

/// A client as the server tells it.
struct ServerClient {
    var process: UInt32?
    var application = ""
    var program = ""
    var sandboxedApp = ""

    /// What PipeWire's session managers call themselves.
    private static let managers: Set = ["WirePlumber", "pipewire-media-session"]
    /// Whether it makes the sinks of devices, and connects streams with them (rule I102).
    var isManager: Bool { Self.managers.contains(application) }
}

/// A stream as the server tells it; its client may not be known yet.
struct ServerStream {
    var index: UInt32
    var client: UInt32?
    /// The sink or source.
    var device: UInt32?
    var isLive: Bool
    /// Whether it records and is muted.
    var isMuted = false
    /// Whether it plays and is muted or at volume 0.
    var isSilent = false
    var properties: ServerClient
    var role: String
    var group: String
    /// Of one that plays.
    var volume: StreamVolume?
}

extension AudioCard {
    init(_ info: pa_card_info) {
        self.init(
            index: info.index, name: text(info.name), isOff: text(info.active_profile2?.pointee.name) == "off")
        for number in 0..<Int(info.n_ports) where plugged.count + empty.count < Self.mostPorts {
            guard let port = info.ports?[number]?.pointee else { break }
            guard UInt32(bitPattern: port.direction) & PA_DIRECTION_OUTPUT.rawValue != 0 else { continue }
            let name = portName(port.name)
            if port.available == Int32(PA_PORT_AVAILABLE_NO.rawValue) { empty.insert(name) }
            if port.available == Int32(PA_PORT_AVAILABLE_YES.rawValue) { plugged.insert(name) }
        }
    }
}

extension AudioSink {
    init(_ info: pa_sink_info) {
        let list = Properties(info.proplist)
        let api = list["device.api"]
        let bus = list["device.bus"]
        let card = info.card == .max ? nil : info.card
        let group = list["node.link-group"]
        let master = list["device.master_device"]
        var port = ""
        var hasHDMI = false
        if let active = info.active_port {
            port = portName(active.pointee.name)
            hasHDMI = active.pointee.type == PA_DEVICE_PORT_TYPE_HDMI.rawValue || port.lowercased().hasPrefix("hdmi")
        }
        let isFilter = !group.isEmpty || !master.isEmpty || list["device.class"] == "filter"
        let isHardware = card != nil || !bus.isEmpty || !api.isEmpty
        let transport: AudioSink.Transport =
            if hasHDMI {
                .hdmi
            } else if bus == "bluetooth" || api == "bluez5" || api == "bluez" {
                .bluetooth
            } else if bus == "usb" {
                .usb
            } else {
                .analog
            }
        self.init(
            index: info.index, kind: isFilter ? .filter : isHardware ? .hardware : .virtual, transport: transport,
            name: text(info.name), label: text(info.description), card: card, port: port,
            group: group, master: master, isMuted: info.mute != 0 || hasNoVolume(info.volume))
    }
}

extension ServerSource {
    init(_ info: pa_source_info) {
        isMicrophone = info.monitor_of_sink == .max
        isMuted = info.mute != 0
    }
}

extension ServerClient {
    init(_ info: pa_client_info) {
        self.init(Properties(info.proplist))
        if application.isEmpty { application = text(info.name) }
    }

    fileprivate init(_ list: Properties) {
        process = UInt32(list["application.process.id"]).flatMap { $0 == 0 ? nil : $0 }
        application = list["application.name"]
        program = list["application.process.binary"]
        sandboxedApp = list["pipewire.access.portal.app_id"]
    }
}

extension ServerStream {
    init(_ info: pa_sink_input_info) {
        let list = Properties(info.proplist)
        self.init(
            index: info.index, client: info.client == .max ? nil : info.client,
            device: info.sink == .max ? nil : info.sink, isLive: info.corked == 0,
            isSilent: info.mute != 0 || info.has_volume != 0 && hasNoVolume(info.volume),
            properties: ServerClient(list), role: list["media.role"], group: list["node.link-group"],
            volume: StreamVolume(info))
    }

    /// A level meter, a part of a filter, and what belongs to the server itself do not use the microphone (rule I28).
    init(_ info: pa_source_output_info) {
        let list = Properties(info.proplist)
        let group = list["node.link-group"]
        // PipeWire marks level meters. PulseAudio says how it makes their few values of the sound.
        let isMeter =
            list["stream.monitor"] == "true" || list["media.category"] == "Manager"
            || text(info.resample_method) == "peaks"
        let isPassive = list["node.passive"] == "true" || !group.isEmpty
        self.init(
            index: info.index, client: info.client == .max ? nil : info.client,
            device: info.source == .max ? nil : info.source,
            isLive: info.corked == 0 && !isMeter && !isPassive && info.client != .max, isMuted: info.mute != 0,
            properties: ServerClient(list), role: list["media.role"], group: group)
    }
}

/// The texts of a list of properties.
private struct Properties {
    private let list: OpaquePointer?

    init(_ list: OpaquePointer?) {
        self.list = list
    }

    /// The text of a key; empty without it, and when it is no text.
    subscript(key: String) -> String {
        guard let list else { return "" }
        return text(pa_proplist_gets(list, key))
    }
}

/// Whether each channel is at volume 0. A stream without channels says nothing.
private func hasNoVolume(_ volume: pa_cvolume) -> Bool {
    var volume = volume
    return volume.channels > 0 && pa_cvolume_max(&volume) == 0
}

/// The name of a port, which may be cut: cards and sinks have the same one.
private func portName(_ characters: UnsafePointer<CChar>?) -> String {
    var name = text(characters)
    while name.utf8.count > AudioCard.longestPort { name.unicodeScalars.removeLast() }
    return name
}

/// A text of the server, of which no more than ``longestText`` bytes are read.
func text(_ characters: UnsafePointer<CChar>?) -> String {
    guard let characters else { return "" }
    let count = strnlen(characters, longestText)
    return characters.withMemoryRebound(to: UInt8.self, capacity: count) {
        String(decoding: UnsafeBufferPointer(start: $0, count: count), as: UTF8.self)
    }
}

/// The longest text of the server that is read, in bytes (rule I114).
private let longestText = 255
