// SPDX-License-Identifier: Apache-2.0

import BatonDBus

/// An app that registers as a responder, and replies as the world decides.
final class SimulatedApp: Peer {
    enum Manner: CaseIterable {
        case handles
        case declines
        case silent
        case errs
        case late
    }

    var manner = Manner.handles
    private(set) var paths: [ObjectPath] = []
    /// Called when the agent tells of an interruption's beginning (nil), or of its end and whether it may go on.
    var onInterruption: ((_ id: UInt32, _ source: String, _ shouldResume: Bool?) -> Void)?

    static let agent: BusName = "org.baton.Baton1"
    static let agentPath: ObjectPath = "/org/baton/Baton1"
    static let interface: InterfaceName = "org.baton.Baton1.Application"

    func register(_ path: ObjectPath, isPlaying: Bool, wantsMotion: Bool) {
        if !paths.contains(path) { paths.append(path) }
        var types: [Value] = [.uint32(2)]
        if wantsMotion { types.append(.uint32(1)) }
        var options: [(String, Value)] = [
            ("playing", .boolean(isPlaying)), ("event-types", .array(DBusArray("u", types))),
            ("background-motion", .boolean(true)),
        ]
        if onInterruption != nil { options.append(("interruptions", .boolean(true))) }
        call(Self.agent, Self.agentPath, Self.interface, "Register", [.objectPath(path), .vardict(options)])
    }

    func unregister(_ path: ObjectPath) {
        paths.removeAll { $0 == path }
        call(Self.agent, Self.agentPath, Self.interface, "Unregister", [.objectPath(path)])
    }

    override func called(_ call: Message) {
        let values = (try? call.arguments()) ?? []
        if case .uint32(let id)? = values.first, values.count > 1 {
            if call.member == "InterruptionBegan" { onInterruption?(id, values[1].asString ?? "", nil) }
            if call.member == "InterruptionEnded" { onInterruption?(id, "", values[1].asBool ?? false) }
        }
        switch manner {
        case .handles: reply(call, [.boolean(true)])
        case .declines: reply(call, [.boolean(false)])
        case .silent: break
        case .errs: refuse(call, .failed)
        case .late: after(.milliseconds(400)) { [weak self] in self?.reply(call, [.boolean(true)]) }
        }
    }
}
