// SPDX-License-Identifier: Apache-2.0

import BatonInterruptions
import CPulse

/// The lists that are asked for, in the order in which the first ones are: what others need comes first.
enum ServerList: CaseIterable {
    case cards, clients, sources, sinks, streams, captures, server
}

/// The server's lists and events.
extension PulseServer {
    /// Asks for a list.
    func ask(_ list: ServerList) {
        guard let context else { return }
        switch list {
        case .cards:
            release(pa_context_get_card_info_list(context, { PulseServer.of($3)?.take(card: $1, $2) }, pointer))
        case .clients:
            clients = []
            release(pa_context_get_client_info_list(context, { PulseServer.of($3)?.take(client: $1, $2) }, pointer))
        case .sources:
            sources = []
            release(pa_context_get_source_info_list(context, { PulseServer.of($3)?.take(source: $1, $2) }, pointer))
        case .sinks:
            sinks = []
            release(pa_context_get_sink_info_list(context, { PulseServer.of($3)?.take(sink: $1, $2) }, pointer))
        case .streams:
            streams = []
            release(
                pa_context_get_sink_input_info_list(context, { PulseServer.of($3)?.take(stream: $1, $2) }, pointer))
        case .captures:
            captures = []
            release(
                pa_context_get_source_output_info_list(
                    context, { PulseServer.of($3)?.take(capture: $1, $2) }, pointer))
        case .server: release(pa_context_get_server_info(context, { PulseServer.of($2)?.take(server: $1) }, pointer))
        }
    }

    // MARK: Events

    /// An object appeared, changed or is gone.
    func changed(_ event: UInt32, _ index: UInt32) {
        let isGone = event & PA_SUBSCRIPTION_EVENT_TYPE_MASK.rawValue == PA_SUBSCRIPTION_EVENT_REMOVE.rawValue
        let isNew = event & PA_SUBSCRIPTION_EVENT_TYPE_MASK.rawValue == PA_SUBSCRIPTION_EVENT_NEW.rawValue
        switch event & PA_SUBSCRIPTION_EVENT_FACILITY_MASK.rawValue {
        case PA_SUBSCRIPTION_EVENT_SINK.rawValue:
            if isGone { sinkGone(index) } else { change(.sinks) }
            // A stream of PipeWire's own may have been moved, and nothing says so.
            if isGone || isNew { change(.streams) }
        case PA_SUBSCRIPTION_EVENT_SOURCE.rawValue: change(.sources)
        case PA_SUBSCRIPTION_EVENT_SINK_INPUT.rawValue:
            if isGone { picture.removeStream(index) } else { change(.streams) }
        case PA_SUBSCRIPTION_EVENT_SOURCE_OUTPUT.rawValue:
            if isGone { picture.removeCapture(index) } else { change(.captures) }
        case PA_SUBSCRIPTION_EVENT_CLIENT.rawValue:
            if isGone { picture.removeClient(index) } else { change(.clients) }
        case PA_SUBSCRIPTION_EVENT_SERVER.rawValue:
            change(.server)
            change(.streams)
        case PA_SUBSCRIPTION_EVENT_CARD.rawValue:
            if isGone { cardGone(index) } else { change(.cards) }
        default: break
        }
        tell()
    }

    private func sinkGone(_ index: UInt32) {
        if let sink = picture.removeSink(index) { left(sink) }
    }

    /// A sink is gone. Its card is asked first how it is used now, and what is plugged in (rules I21 and I115). The answer comes
    /// behind all that has happened by then: if the session manager has ended, that is told first. So PipeWire is asked something
    /// for a sink without a card too (rule I102).
    private func left(_ sink: AudioSink) {
        guard let context, sink.card != nil || picture.hasManager == true else {
            return picture.facts.append(.sinkGone(sink.index))
        }
        ask(ServerQuestion(self, card: sink.card, sink: sink.index), context)
    }

    /// A card is gone. PipeWire is asked something first: its session manager may have ended, and has taken the card away.
    private func cardGone(_ index: UInt32) {
        guard let context, picture.hasManager == true else { return picture.removeCard(index) }
        ask(ServerQuestion(self, goneCard: index), context)
    }

    private func ask(_ question: ServerQuestion, _ context: OpaquePointer) {
        let data = Unmanaged.passRetained(question).toOpaque()
        let operation =
            if let card = question.card {
                pa_context_get_card_info_by_index(
                    context, card, { ServerQuestion.take($1, isLast: $2 != 0, $3) }, data)
            } else {
                pa_context_get_server_info(context, { ServerQuestion.take(nil, isLast: true, $2) }, data)
            }
        guard let operation else {
            Unmanaged.passUnretained(question).release()
            return question.finish()
        }
        release(operation)
    }

    // MARK: Answers

    private func take(card info: UnsafePointer<pa_card_info>?, _ end: Int32) {
        guard end == 0 else { return answered(.cards) }
        guard let info = info?.pointee, info.index < UInt32.max else { return }
        picture.setCard(AudioCard(info))
    }

    private func take(client info: UnsafePointer<pa_client_info>?, _ end: Int32) {
        guard end == 0 else {
            if end > 0 { picture.setClients(clients) }
            return answered(.clients)
        }
        if let info = info?.pointee, hasRoom(clients.count) { clients.append((info.index, ServerClient(info))) }
    }

    private func take(source info: UnsafePointer<pa_source_info>?, _ end: Int32) {
        guard end == 0 else {
            if end > 0 { picture.setSources(sources) }
            return answered(.sources)
        }
        if let info = info?.pointee, hasRoom(sources.count) { sources.append((info.index, ServerSource(info))) }
    }

    private func take(sink info: UnsafePointer<pa_sink_info>?, _ end: Int32) {
        guard end == 0 else {
            if end > 0 { for gone in picture.setSinks(sinks) { left(gone) } }
            return answered(.sinks)
        }
        if let info = info?.pointee, hasRoom(sinks.count) { sinks.append(AudioSink(info)) }
    }

    private func take(stream info: UnsafePointer<pa_sink_input_info>?, _ end: Int32) {
        guard end == 0 else {
            if end > 0 { picture.setStreams(streams) }
            answered(.streams)
            if end > 0 { onVolumes?(picture.volumes) }
            return
        }
        if let info = info?.pointee, hasRoom(streams.count) { streams.append(ServerStream(info)) }
    }

    private func take(server info: UnsafePointer<pa_server_info>?) {
        if let info = info?.pointee {
            picture.setDefaultSink(info.default_sink_name.map { String(cString: $0) } ?? "")
        }
        answered(.server)
    }

    private func take(capture info: UnsafePointer<pa_source_output_info>?, _ end: Int32) {
        guard end == 0 else {
            if end > 0 { picture.setCaptures(captures) }
            return answered(.captures)
        }
        if let info = info?.pointee, hasRoom(captures.count) { captures.append(ServerStream(info)) }
    }
}

/// Something that the server is asked before it is told that a sink or a card is gone.
private final class ServerQuestion {
    private weak var server: PulseServer?
    /// The card that is asked for; nil if any answer will do.
    let card: UInt32?
    private let sink: UInt32?
    /// A card that is gone, whatever the answer is.
    private var goneCard: UInt32?

    /// - Parameters:
    ///   - card: the card of the sink.
    ///   - sink: the sink that is gone.
    init(_ server: PulseServer, card: UInt32?, sink: UInt32) {
        self.server = server
        self.card = card
        self.sink = sink
        // As long as no answer says that it is there.
        goneCard = card
    }

    init(_ server: PulseServer, goneCard: UInt32) {
        self.server = server
        self.goneCard = goneCard
        card = nil
        sink = nil
    }

    /// Tells what is gone.
    func finish() {
        if let goneCard { server?.picture.removeCard(goneCard) }
        if let sink { server?.picture.facts.append(.sinkGone(sink)) }
    }

    static func take(_ info: UnsafePointer<pa_card_info>?, isLast: Bool, _ data: UnsafeMutableRawPointer?) {
        guard let data else { return }
        let question = Unmanaged<ServerQuestion>.fromOpaque(data).takeUnretainedValue()
        if let info = info?.pointee, info.index == question.card {
            question.goneCard = nil
            question.server?.picture.setCard(AudioCard(info))
        }
        guard isLast else { return }
        question.finish()
        question.server?.tell()
        Unmanaged<ServerQuestion>.fromOpaque(data).release()
    }
}
