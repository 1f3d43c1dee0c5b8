// SPDX-License-Identifier: Apache-2.0

import BatonInterruptions
import BatonReactor
import CPulse

/// A connection to PulseAudio, or to PipeWire in its place. It opens no stream and starts no
/// server, and changes only volumes and mutes (`PulseServer+Volumes.swift`).
final class PulseServer {
    /// Called with each fact, in their order.
    var onFact: ((AudioFact) -> Void)?
    /// Called with all streams that play and their volumes, when one of them has changed.
    var onVolumes: (([(AudioStream, StreamVolume)]) -> Void)?
    /// Called once, when the connection could not be made or has ended. Nothing is told after it.
    var onEnd: (() -> Void)?

    let reactor: Reactor
    private let loop: PulseLoop
    private(set) var context: OpaquePointer?
    private var isConnected = false
    private var isListed = false
    private var hasTooMany = false
    var picture = ServerPicture()
    /// The elements of the answers that are on their way.
    var sinks: [AudioSink] = []
    var sources: [(UInt32, ServerSource)] = []
    var clients: [(UInt32, ServerClient)] = []
    var streams: [ServerStream] = []
    var captures: [ServerStream] = []
    private(set) var queries: [ServerList: PulseQuery] = [:]

    init(_ loop: PulseLoop, reactor: Reactor) {
        self.loop = loop
        self.reactor = reactor
    }

    deinit { close() }

    /// Connects.
    func open() {
        context = pa_context_new(loop.api, "Baton")
        guard let context else { return reactor.deferUntilEndOfTurn { [weak self] in self?.end() } }
        for list in ServerList.allCases {
            queries[list] = PulseQuery(reactor) { [weak self] in self?.ask(list) }
        }
        pa_context_set_state_callback(context, { _, data in PulseServer.of(data)?.stateChanged() }, pointer)
        guard pa_context_connect(context, nil, PA_CONTEXT_NOAUTOSPAWN, nil) >= 0 else {
            return reactor.deferUntilEndOfTurn { [weak self] in self?.end() }
        }
    }

    /// Leaves the server, and tells nothing any more.
    func close() {
        for query in queries.values { query.cancel() }
        queries = [:]
        guard let context else { return }
        self.context = nil
        pa_context_set_state_callback(context, nil, nil)
        pa_context_set_subscribe_callback(context, nil, nil)
        pa_context_disconnect(context)
        pa_context_unref(context)
    }

    /// What libpulse hands back in its callbacks. They end with ``close()``.
    var pointer: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    static func of(_ data: UnsafeMutableRawPointer?) -> PulseServer? {
        data.map { Unmanaged<PulseServer>.fromOpaque($0).takeUnretainedValue() }
    }

    // MARK: The connection

    private func stateChanged() {
        guard let context else { return }
        switch pa_context_get_state(context) {
        case PA_CONTEXT_READY: ready(context)
        case PA_CONTEXT_FAILED, PA_CONTEXT_TERMINATED:
            // Not in the callback: the context is still in use.
            reactor.deferUntilEndOfTurn { [weak self] in self?.end() }
        default: break
        }
    }

    private func ready(_ context: OpaquePointer) {
        // Process numbers of another machine say nothing here.
        guard pa_context_is_local(context) == 1 else {
            return reactor.deferUntilEndOfTurn { [weak self] in self?.end() }
        }
        isConnected = true
        onFact?(.connected)
        pa_context_set_subscribe_callback(
            context, { _, event, index, data in PulseServer.of(data)?.changed(event.rawValue, index) }, pointer)
        let kinds = [
            PA_SUBSCRIPTION_MASK_SINK, PA_SUBSCRIPTION_MASK_SOURCE, PA_SUBSCRIPTION_MASK_SINK_INPUT,
            PA_SUBSCRIPTION_MASK_SOURCE_OUTPUT, PA_SUBSCRIPTION_MASK_CLIENT, PA_SUBSCRIPTION_MASK_SERVER,
            PA_SUBSCRIPTION_MASK_CARD,
        ]
        let mask = kinds.reduce(UInt32(0)) { $0 | $1.rawValue }
        release(pa_context_subscribe(context, pa_subscription_mask_t(mask), nil, nil))
        // What others need comes first; the server answers in this order.
        for list in ServerList.allCases { change(list) }
    }

    private func end() {
        guard context != nil || !isConnected else { return }
        close()
        if isConnected { onFact?(.disconnected) }
        isConnected = false
        let ended = onEnd
        onEnd = nil
        ended?()
    }

    /// Something in a list has changed.
    func change(_ list: ServerList) { queries[list]?.change() }

    /// All of a list is there.
    func answered(_ list: ServerList) {
        queries[list]?.answered()
        tell()
        guard !isListed, queries.values.allSatisfy({ !$0.isUnanswered }) else { return }
        isListed = true
        onFact?(.listed)
    }

    /// Tells what has happened.
    func tell() {
        let facts = picture.facts
        picture.facts = []
        for fact in facts { onFact?(fact) }
    }

    /// Whether one more fits (rule I114).
    func hasRoom(_ count: Int) -> Bool {
        if count < ServerPicture.mostObjects { return true }
        if !hasTooMany { onFact?(.tooMany) }
        hasTooMany = true
        return false
    }

    /// libpulse keeps an operation as long as it is under way.
    func release(_ operation: OpaquePointer?) {
        if let operation { pa_operation_unref(operation) }
    }
}
