// SPDX-License-Identifier: Apache-2.0

import BatonInterruptions
import CPulse
import Glibc

/// A sink as the server tells it, with what its facts are made of.
struct ServerSink {
    var sink: AudioSink
    /// The name of the port in use; empty without ports.
    var port = ""
    /// The ports with nothing plugged in. What is not known is not among them (rule I21).
    var emptyPorts: Set<String> = []
    /// The way its card was used when the sink came.
    var profile = ""
}

/// A source as the server tells it.
struct ServerSource {
    /// Whether it is a microphone that is not muted, rather than what a sink plays.
    var isLive: Bool
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
    var properties: ServerClient
    var role: String
    var group: String
}

extension ServerSink {
    /// The most ports that are looked at; a card has a handful.
    private static let mostPorts = 64

    init(_ info: pa_sink_info) {
        let list = Properties(info.proplist)
        let api = list["device.api"]
        let bus = list["device.bus"]
        let card = info.card == .max ? nil : info.card
        let group = list["node.link-group"]
        let master = list["device.master_device"]
        var hasHDMI = false
        if let active = info.active_port {
            port = text(active.pointee.name)
            hasHDMI = active.pointee.type == PA_DEVICE_PORT_TYPE_HDMI.rawValue || port.lowercased().hasPrefix("hdmi")
        }
        for number in 0..<min(Int(info.n_ports), Self.mostPorts) {
            guard let port = info.ports?[number]?.pointee else { break }
            if port.available == Int32(PA_PORT_AVAILABLE_NO.rawValue) { emptyPorts.insert(text(port.name)) }
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
        sink = AudioSink(
            index: info.index, kind: isFilter ? .filter : isHardware ? .hardware : .virtual, transport: transport,
            name: text(info.name), label: text(info.description), card: card, group: group, master: master)
    }
}

extension ServerSource {
    init(_ info: pa_source_info) {
        isLive = info.monitor_of_sink == .max && info.mute == 0
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
            device: info.sink == .max ? nil : info.sink, isLive: info.corked == 0, properties: ServerClient(list),
            role: list["media.role"], group: list["node.link-group"])
    }

    /// A level meter, a part of a filter, and what belongs to the server itself do not use the microphone (rule I28).
    init(_ info: pa_source_output_info) {
        let list = Properties(info.proplist)
        let group = list["node.link-group"]
        let isMeter = list["stream.monitor"] == "true" || list["media.category"] == "Manager"
        let isPassive = list["node.passive"] == "true" || !group.isEmpty
        self.init(
            index: info.index, client: info.client == .max ? nil : info.client,
            device: info.source == .max ? nil : info.source,
            isLive: info.corked == 0 && info.mute == 0 && !isMeter && !isPassive && info.client != .max,
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
