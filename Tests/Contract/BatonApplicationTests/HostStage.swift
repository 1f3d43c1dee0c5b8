// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonApplication
import BatonClient
import BatonDBus
import BatonEvents
import BatonReactor
import BatonTestSupport
import Glibc
import Testing

/// A bus with the real batond on it, an application with its host, and a client that sends events.
@MainActor
final class HostStage: @MainActor StageOnBus {
    let stage: BusStage
    let client: RemoteAgent
    let application = Application()
    let window = Window()
    let player = Recorder()
    /// What the host has told.
    private(set) var changes: [ApplicationHostChange] = []
    private(set) var host: ApplicationHost?
    private(set) var hostConnection: Connection?
    private var observation: ApplicationHostObservation?
    private var batond: ChildProcess?

    init() throws {
        stage = try BusStage()
        client = RemoteAgent(on: try stage.connect())
        application.addWindow(window)
        player.place = window
        player.becomeFirstResponder()
    }

    isolated deinit { batond?.kill() }

    /// Starts batond, and waits until it owns its name.
    func start(_ settings: String...) throws {
        let patient = ["routing.start-wait=5s", "routing.app-timeout=10s"]
        let batond = try ChildProcess(
            [ChildProcess.built("batond"), "--address", stage.bus.address]
                + (patient + settings).flatMap { ["--set", $0] },
            environment: [
                "HOME": stage.folder.path, "PATH": "/usr/bin:/bin", "SWIFT_BACKTRACE": "enable=no",
                "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=\(stage.folder.path)/no-system-bus",
            ])
        self.batond = batond
        try stage.wait(for: BatonBus.name, of: batond)
    }

    /// Ends batond, in order or at once.
    func end(with signal: Int32 = SIGTERM) throws {
        let batond = try #require(batond)
        batond.signal(signal)
        try #require(turn { batond.hasEnded })
    }

    /// Joins the application with the desktop, on a connection of its own.
    @discardableResult
    func join(_ options: ApplicationHostOptions = ApplicationHostOptions()) throws -> ApplicationHost {
        var connection = ConnectionOptions()
        connection.firstBackOff = .milliseconds(10)
        let own = try stage.connect(options: connection)
        let host = ApplicationHost(application, identity: "Tuner", on: own, options: options)
        hostConnection = own
        observation = host.observe { [weak self] in self?.changes.append($0) }
        self.host = host
        return host
    }

    /// Joins it, receives media commands, and waits until batond has it.
    @discardableResult
    func joinAndReceive(_ options: ApplicationHostOptions = ApplicationHostOptions()) throws -> ApplicationHost {
        let host = try join(options)
        application.beginReceivingRemoteControlEvents()
        try #require(turn { host.state == .registered })
        return host
    }

    func letGo() {
        host = nil
        observation = nil
    }

    /// What has been told of interruptions.
    var interruptions: [ApplicationHostChange] {
        changes.filter { if case .state = $0 { false } else { true } }
    }

    /// Sends an event through batond; returns who took it, or nil.
    func send(_ subtype: RemoteControlSubtype) throws -> String? {
        let answer = try outcome {
            client.call(
                ApplicationInterface.sendRemoteControlEvent, UInt32(subtype.rawValue), within: .seconds(30), reply: $0)
        }.get()
        return answer.0 ? answer.1 : nil
    }

    /// Plays a phase of a shake: 0 began, 1 ended, 2 cancelled; returns what became of it.
    func shake(_ phase: UInt32) throws -> String {
        try outcome {
            client.call(ApplicationInterface.simulateMotion, (phase, true), within: .seconds(30), reply: $0)
        }.get().0
    }

    /// The identifiers of the chain.
    func chain() throws -> [String] {
        let state = try outcome { client.properties(of: .application, within: .seconds(30), reply: $0) }.get()
        return (state[ApplicationInterface.responders] ?? []).map(\.id)
    }

    func outcome<Content>(_ ask: (@escaping (AgentReply<Content>) -> Void) -> Void) throws -> AgentReply<Content> {
        var outcome: AgentReply<Content>?
        ask { outcome = $0 }
        try #require(turn { outcome != nil })
        return try #require(outcome)
    }

    /// The identifier of an application's object.
    static func id(_ connection: Connection, _ path: String = "/org/baton/Responder") -> String {
        (connection.uniqueName?.rawValue ?? "") + path
    }
}

/// A responder that notes what it gets, and takes what the test says.
final class Recorder: Responder {
    var place: Window?
    /// Subtypes of commands, and phases of shakes.
    var received: [String] = []
    var takes: Set<EventSubtype> = [.remoteControlPlay, .remoteControlPause, .remoteControlNextTrack]
    var performed: [Action] = []
    /// What it can undo and redo.
    var actions: Set<Action> = []
    /// Called inside each handler.
    var inside: (() -> Void)?

    override var window: Window? { place }
    override var next: Responder? { place }
    override var canBecomeFirstResponder: Bool { true }

    override func remoteControlReceived(with event: Event) {
        note("\(event.subtype.rawValue)")
        if !takes.contains(event.subtype) { super.remoteControlReceived(with: event) }
    }

    override func motionBegan(_ motion: EventSubtype, with event: Event) {
        note("began")
        if !takes.contains(motion) { super.motionBegan(motion, with: event) }
    }

    override func motionEnded(_ motion: EventSubtype, with event: Event) {
        note("ended")
        if !takes.contains(motion) { super.motionEnded(motion, with: event) }
    }

    override func motionCancelled(_ motion: EventSubtype, with event: Event) {
        note("cancelled")
        if !takes.contains(motion) { super.motionCancelled(motion, with: event) }
    }

    override func canPerformAction(_ action: Action, withSender sender: AnyObject?) -> Bool { actions.contains(action) }

    override func perform(_ action: Action, from sender: AnyObject?, for event: Event?) { performed.append(action) }

    private func note(_ word: String) {
        received.append(word)
        inside?()
    }
}
