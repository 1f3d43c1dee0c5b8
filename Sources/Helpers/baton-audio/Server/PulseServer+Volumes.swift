// SPDX-License-Identifier: Apache-2.0

import BatonInterruptions
import CPulse

/// The volume of a stream, as the server says now.
struct StreamVolume {
    let channels: ChannelVolumes
    let isMuted: Bool
    /// Whether it has a volume that may be changed.
    let isWritable: Bool
}

/// What baton-audio changes at the server, and what it has to know for that: volumes and mutes of streams, and the mute of the
/// default source. It changes nothing else.
extension PulseServer {
    /// Asks for the volume of a stream.
    ///
    /// - Parameter then: called once, with nil if there is none; never if the connection ends before.
    func readVolume(of stream: UInt32, then: @escaping (StreamVolume?) -> Void) {
        guard let context else { return then(nil) }
        let reply = PulseReply<StreamVolume>(then)
        reply.follow(
            pa_context_get_sink_input_info(
                context, stream,
                { _, info, end, data in
                    PulseReply<StreamVolume>.take(info.map { StreamVolume($0.pointee) }, isLast: end != 0, data)
                }, reply.pointer))
    }

    /// Sets the volume of a stream.
    ///
    /// - Parameter then: called once, with whether the server did it; never if the connection ends before.
    func setVolume(of stream: UInt32, to volumes: ChannelVolumes, then: @escaping (Bool) -> Void) {
        guard let context else { return then(false) }
        var native = volumes.native
        let reply = PulseReply<Void>(then)
        reply.follow(pa_context_set_sink_input_volume(context, stream, &native, Self.onSuccess, reply.pointer))
    }

    /// Asks for the number of the server, by which it is told from the next one.
    func readNumber(then: @escaping (UInt32?) -> Void) {
        guard let context else { return then(nil) }
        let reply = PulseReply<UInt32>(then)
        reply.follow(
            pa_context_get_server_info(
                context, { PulseReply<UInt32>.take($1?.pointee.cookie, isLast: true, $2) }, reply.pointer))
    }

    /// Mutes a stream, or lets it sound.
    func setMute(of stream: UInt32, to isMuted: Bool, then: @escaping (Bool) -> Void) {
        guard let context else { return then(false) }
        let reply = PulseReply<Void>(then)
        reply.follow(pa_context_set_sink_input_mute(context, stream, isMuted ? 1 : 0, Self.onSuccess, reply.pointer))
    }

    /// Asks which source is the default one, and whether it is muted; nil for a level of what plays, which is no microphone.
    func readMicrophone(then: @escaping ((name: String, isMuted: Bool)?) -> Void) {
        guard let context else { return then(nil) }
        let reply = PulseReply<(name: String, isMuted: Bool)>(then)
        reply.follow(
            pa_context_get_source_info_by_name(
                context, "@DEFAULT_SOURCE@",
                { _, info, end, data in
                    let source = info?.pointee
                    let isMicrophone = source?.monitor_of_sink == .max
                    PulseReply<(name: String, isMuted: Bool)>.take(
                        isMicrophone ? source.map { (text($0.name), $0.mute != 0) } : nil, isLast: end != 0, data)
                }, reply.pointer))
    }

    /// Mutes a source.
    func setMicrophone(_ name: String, isMuted: Bool, then: @escaping (Bool) -> Void) {
        guard let context else { return then(false) }
        let reply = PulseReply<Void>(then)
        reply.follow(
            pa_context_set_source_mute_by_name(context, name, isMuted ? 1 : 0, Self.onSuccess, reply.pointer))
    }

    private static var onSuccess: pa_context_success_cb_t {
        { _, success, data in PulseReply<Void>.take(success != 0 ? () : nil, isLast: true, data) }
    }
}

/// An answer of the server that is awaited. libpulse keeps it until then.
private final class PulseReply<Content> {
    private var content: Content?
    private let then: (Content?) -> Void

    init(_ then: @escaping (Content?) -> Void) {
        self.then = then
    }

    /// What libpulse hands back.
    var pointer: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    /// Waits for an operation; one that was not begun has failed.
    func follow(_ operation: OpaquePointer?) {
        guard let operation else { return then(nil) }
        _ = Unmanaged.passRetained(self)
        pa_operation_unref(operation)
    }

    static func take(_ content: Content?, isLast: Bool, _ data: UnsafeMutableRawPointer?) {
        guard let data else { return }
        let reply = Unmanaged<PulseReply<Content>>.fromOpaque(data).takeUnretainedValue()
        if let content { reply.content = content }
        guard isLast else { return }
        reply.then(reply.content)
        Unmanaged<PulseReply<Content>>.fromOpaque(data).release()
    }
}

extension PulseReply<Void> {
    convenience init(_ then: @escaping (Bool) -> Void) {
        self.init { (done: Void?) in then(done != nil) }
    }
}

extension StreamVolume {
    init(_ info: pa_sink_input_info) {
        channels = ChannelVolumes(info.volume)
        isMuted = info.mute != 0
        isWritable = info.has_volume != 0 && info.volume_writable != 0
    }
}

extension ChannelVolumes {
    /// What the server says.
    init(_ volume: pa_cvolume) {
        self = withUnsafeBytes(of: volume.values) { bytes in
            ChannelVolumes(bytes.bindMemory(to: UInt32.self).prefix(Int(volume.channels)))
        }
    }

    /// What the server takes.
    var native: pa_cvolume {
        var volume = pa_cvolume()
        volume.channels = UInt8(steps.count)
        withUnsafeMutableBytes(of: &volume.values) { bytes in
            let values = bytes.bindMemory(to: UInt32.self)
            for (index, step) in steps.enumerated() where index < values.count { values[index] = step }
        }
        return volume
    }
}
