// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonReactor
import BatonTestSupport
import Glibc
import Testing

@testable import BatonAgent

/// `Doctor()` of the real batond, and its limits.
@Suite struct DoctorTests {
    private struct Row: Equatable {
        let section: String
        let name: String
        let state: String
        let reason: Reason?
    }

    private func rows(_ stage: AgentStage) throws -> [Row] {
        guard case .array(let array) = try stage.baton("Doctor").get().first else { return [] }
        return array.elements.compactMap { element in
            guard case .structure(let fields) = element, fields.count == 5 else { return nil }
            let texts = fields.prefix(3).compactMap(\.asString)
            guard texts.count == 3 else { return nil }
            return Row(
                section: texts[0], name: texts[1], state: texts[2], reason: Reason(word: fields[3], details: fields[4]))
        }
    }

    @Test("every section answers on a bus with nothing else on it, and what is missing says so and what to do")
    func bare() throws {
        let stage = try AgentStage()
        let rows = try rows(stage)
        func row(_ name: String) -> Row? { rows.first { $0.name == name } }
        #expect(
            Set(rows.map(\.section))
                == ["service", "session", "sensor", "route", "notifications", "input", "interruptions"])
        #expect(row("sound-server")?.reason == .doctor(.soundUnwatched), "no player plays")
        #expect(rows.allSatisfy { DoctorState(rawValue: $0.state) != nil && $0.reason != nil }, "\(rows)")
        #expect(row("batond")?.state == "works")
        #expect(row("baton-sensor")?.state == "works")
        #expect(row("baton-audio")?.state == "works")
        #expect(row("display")?.state == "unavailable")
        #expect(row("gtk-actions")?.state == "works")
        #expect(row("xtest")?.reason == .route(.noX11Display))
        #expect(row("daemon")?.state == "unavailable")
        #expect(
            row("mpris")
                == Row(
                    section: "input", name: "mpris", state: "works",
                    reason: .doctor(.faceOwned, [.service: "org.mpris.MediaPlayer2.playerctld"])))
    }

    @Test("what [routing] priority names and no player is called has a row, until such a player comes")
    func priority() throws {
        let stage = try AgentStage(["routing.priority=mpv", "routing.priority=sp*fy", "routing.priority=spotfiy"])
        _ = try stage.player("spotify", "Paused")
        try stage.settleAgent()
        func row() throws -> Row? { try rows(stage).first { $0.name == "priority" } }
        let reason = Reason.doctor(.priorityUnmatched, [.apps: "mpv, spotfiy"])
        #expect(try row() == Row(section: "service", name: "priority", state: "off", reason: reason))
        _ = try stage.player("mpv", "Paused")
        _ = try stage.player("spotfiy.instance2", "Paused")
        try stage.settleAgent()
        #expect(try row() == nil)
        #expect(try rows(AgentStage()).allSatisfy { $0.name != "priority" })
    }

    @Test("keys that a compositor keeps for its own bindings are told before anything was set up")
    func compositorKeys() throws {
        let stage = try AgentStage(nil)
        let display = try ListeningSocket("\(stage.folder.path)/wayland-1")
        defer { withExtendedLifetime(display) {} }
        stage.environment = ["WAYLAND_DISPLAY": "\(stage.folder.path)/wayland-1", "SWAYSOCK": "/nowhere"]
        try stage.startAgent()
        let row = try #require(try rows(stage).first { $0.section == "input" && $0.name == "media-keys" })
        #expect(
            row.state == "needs-consent" && row.reason == .doctor(.compositorKeepsKeys, [.desktop: "sway"]), "\(row)")
    }

    @Test("the owner of playerctld's name is told with its process")
    func takenName() throws {
        let stage = try AgentStage(nil)
        let other = try stage.connect()
        var isOwned = false
        let request = other.requestName(AgentStage.face) { isOwned = $0 == .owned }
        defer { request.release() }
        try #require(stage.turn { isOwned })
        try stage.startAgent(["undo.mode=off"])
        let rows = try rows(stage)
        let face = try #require(rows.first { $0.name == "mpris" })
        #expect(face.state == "unavailable")
        #expect(face.reason?.code == .doctor(.faceTaken))
        #expect(face.reason?.details[.process] == .number(UInt32(getpid())), "\(face)")
        #expect(face.reason?.details[.service] == "org.mpris.MediaPlayer2.playerctld")
        #expect(rows.first { $0.name == "undo" }?.state == "off")
    }

    @Test("routes stand in the order of [undo] route; one that it leaves out is off, and not asked")
    func order() throws {
        let stage = try AgentStage(["undo.route=virtual-keyboard", "undo.route=gtk-actions"])
        let routes = try rows(stage).filter { $0.section == "route" }
        #expect(routes.map(\.name).starts(with: ["virtual-keyboard", "gtk-actions"]))
        let other = routes.first { $0.name == "xtest" }
        #expect(other?.state == "off" && other?.reason == .doctor(.routeUnused))
    }

    /// A notification daemon that records its calls.
    @MainActor
    private final class HungDaemon {
        private(set) var unanswered: [Invocation] = []
        private let connection: Connection
        private var request: NameRequest?
        private(set) var isOwned = false

        init(on connection: Connection) {
            self.connection = connection
            let methods = ["GetServerInformation", "GetCapabilities"].map { (name: MemberName) in
                Method(name) { [unowned self] in unanswered.append($0) }
            }
            connection.export(
                ExportedObject(interfaces: [Interface("org.freedesktop.Notifications", methods: methods)]),
                at: "/org/freedesktop/Notifications")
            request = connection.requestName("org.freedesktop.Notifications") { [unowned self] in
                isOwned = $0 == .owned
            }
        }

        isolated deinit { request?.release() }
    }

    @Test("a notification daemon that does not answer is said not to, and the others are told of")
    @MainActor func hungDaemon() throws {
        let stage = try AgentStage(nil)
        let daemon = HungDaemon(on: try stage.connect())
        try #require(stage.turn { daemon.isOwned })
        try stage.startAgent()
        let rows = try rows(stage)
        #expect(daemon.unanswered.count == 2)
        #expect(rows.first { $0.name == "daemon" }?.reason == .doctor(.notificationsSilent))
        #expect(rows.first { $0.name == "mpris" }?.state == "works", "\(rows)")
    }

    @Test("a notification daemon that does not answer costs a second, and not the whole examination")
    @MainActor func hungDaemonTime() throws {
        let clock = ManualClock()
        let stage = try BusStage(clock: clock)
        let daemon = HungDaemon(on: try stage.connect())
        try #require(stage.turn { daemon.isOwned })
        let check = DoctorNotifications.check(BusQuestions(connection: stage.connection))
        var rows: [DoctorRow]?
        Doctor.examine([check], by: stage.reactor.now + Doctor.limit, on: stage.reactor) { rows = $0 }
        try #require(stage.turn { daemon.unanswered.count == 2 })
        clock.advance(by: .milliseconds(999))
        stage.reactor.turnUntilIdle()
        #expect(rows == nil)
        clock.advance(by: .milliseconds(1))
        #expect(stage.turn { rows != nil })
        #expect(rows == [DoctorNotifications.silentRow])
    }

    @Test("what does not answer is unavailable after the deadline, in its place, and counts no more afterwards")
    @MainActor func deadline() throws {
        let stage = try BusStage()
        var late: (([DoctorRow]) -> Void)?
        let fine = DoctorRow(.route, "b", .works, .doctor(.routeReady))
        let checks = [
            DoctorCheck(.route, "a") { _, then in late = then },
            DoctorCheck(.route, "b") { _, then in
                then([fine])
                then([])
            },
            DoctorCheck(.input, "none") { [] },
        ]
        let (rows, time) = try stage.answer { then in
            Doctor.examine(checks, by: stage.reactor.now + .milliseconds(50), on: stage.reactor, then: then)
        }
        #expect(time >= .milliseconds(50))
        #expect(rows == [checks[0].late, fine])
        late?([fine])
    }

    @Test("callers that come during an examination get its answer too; too many are refused")
    func many() throws {
        let stage = try AgentStage()
        var answers = 0
        var refusals = 0
        for _ in 0..<30 {
            stage.client.call(
                .methodCall(
                    to: AgentStage.baton, path: "/org/baton/Baton1", interface: AgentStage.application,
                    member: "Doctor"), within: .seconds(30)
            ) { result in
                switch result {
                case .success: answers += 1
                case .failure(let error): refusals += error.name == .limitsExceeded ? 1 : 0
                }
            }
        }
        #expect(stage.turn { answers + refusals == 30 })
        #expect(answers == 20)
    }
}
