// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonReactor
import BatonTestSupport
import BatonValues
import Foundation
import Testing

@testable import BatonSession
@testable import BatonSettings
@testable import BatonUndo

/// What forbids an undo, asked for when the shake ends (rules UNDO17, UNDO20 and UNDO21).
@MainActor
@Suite struct SituationTests {
    /// - Parameter system: the address of the system bus; nil for none.
    private func finder(
        _ stage: BusStage, system: String = "unix:path=/nonexistent/bus", tablet: TabletModeChoice = .any
    ) -> SituationFinder {
        let focus = FocusFinder(connection: stage.connection, own: [:], reactor: stage.reactor)
        let session = SessionMonitor(
            bus: SystemBus(address: system, reactor: stage.reactor), connection: stage.connection,
            logger: TestLog().logger)
        let finder = SituationFinder(connection: stage.connection, focus: focus, session: session)
        finder.configuration.tabletMode = tablet
        return finder
    }

    private func obstacle(_ stage: BusStage, _ finder: SituationFinder) throws -> Reason? {
        try stage.answer { finder.find(then: $0) }.0.obstacle
    }

    /// Whether the obstacle becomes this one in time. The fakes have fractions of a second to answer, and run in this
    /// thread.
    private func isObstacle(_ wanted: Reason, _ stage: BusStage, _ finder: SituationFinder) -> Bool {
        stage.turn { (try? obstacle(stage, finder)) == wanted }
    }

    private func finderForbids(_ stage: BusStage, _ finder: SituationFinder) -> Bool {
        do { return try obstacle(stage, finder) != nil } catch { return true }
    }

    @Test("UNDO17: unknown facts do not forbid")
    func unknown() throws {
        let stage = try BusStage()
        for tablet in TabletModeChoice.allCases {
            #expect(try obstacle(stage, finder(stage, tablet: tablet)) == nil)
        }
    }

    @Test("without a system bus there is no wait for logind")
    func noSystemBus() throws {
        // No deadline passes on this stage.
        let stage = try BusStage(clock: ManualClock())
        let bus = SystemBus(address: "unix:path=/nonexistent/bus", reactor: stage.reactor)
        var isThere: Bool?
        let observation = bus.observe { isThere = $0 }
        defer { observation.cancel() }
        bus.open()
        try #require(stage.turn { isThere == false })
        let session = SessionMonitor(bus: bus, connection: stage.connection, logger: TestLog().logger)
        var isSettled = false
        session.whenSettled { isSettled = true }
        #expect(stage.turn { isSettled }, "only the bus is asked for screen savers")
    }

    @Test("UNDO20, UNDO21: a locked session forbids, and so does a closed lid unless the user allows it")
    func session() throws {
        let stage = try BusStage()
        let login = FakeLogin(on: try stage.connect())
        login.appear()
        try #require(stage.turn { login.isThere })
        // One bus is both the system bus and the session bus.
        let finder = finder(stage, system: stage.bus.address)
        #expect(try obstacle(stage, finder) == nil)
        login.isLidClosed = true
        #expect(isObstacle(.session(.lidClosed), stage, finder))
        finder.configuration.withLidClosed = true
        #expect(try obstacle(stage, finder) == nil)
        login.set(isLocked: true)
        #expect(isObstacle(.session(.locked), stage, finder))
    }

    @Test(
        "UNDO20: any screen saver that is active covers the session",
        arguments: [
            ("org.freedesktop.ScreenSaver", "/ScreenSaver"), ("org.gnome.ScreenSaver", "/org/gnome/ScreenSaver"),
            ("org.mate.ScreenSaver", "/org/mate/ScreenSaver"),
        ])
    func saver(_ name: String, _ path: String) throws {
        let stage = try BusStage()
        let saver = try stage.connect(try BusName(name))
        var isActive = true
        let active = Method("GetActive", in: [], out: [Argument("active", "b")]) { $0.reply(.boolean(isActive)) }
        saver.export(
            ExportedObject(interfaces: [Interface(try InterfaceName(name), methods: [active])]),
            at: try ObjectPath(path))
        #expect(isObstacle(.session(.screenSaver), stage, finder(stage)))
        isActive = false
        #expect(try obstacle(stage, finder(stage)) == nil)
    }

    @Test(
        "UNDO60: a screen saver that refuses, or answers with a text, has not said that it is inactive",
        arguments: [true, false])
    func uselessSaver(_ refuses: Bool) throws {
        let stage = try BusStage()
        let saver = try stage.connect("org.gnome.ScreenSaver")
        let active = Method("GetActive", in: [], out: [Argument("active", "s")]) { call in
            if refuses { call.fail(DBusError(.accessDenied, "")) } else { call.reply(.string("no")) }
        }
        saver.export(
            ExportedObject(interfaces: [Interface("org.gnome.ScreenSaver", methods: [active])]),
            at: "/org/gnome/ScreenSaver")
        #expect(try obstacle(stage, finder(stage)) == .session(.lockUnknown))
    }

    @Test("UNDO60: a screen saver that does not answer within a second may cover the session: nothing is pressed")
    func hungSaver() throws {
        let stage = try BusStage()
        let saver = try stage.connect("org.gnome.ScreenSaver")
        var unanswered: [Invocation] = []
        let active = Method("GetActive", in: [], out: [Argument("active", "b")]) { unanswered.append($0) }
        saver.export(
            ExportedObject(interfaces: [Interface("org.gnome.ScreenSaver", methods: [active])]),
            at: "/org/gnome/ScreenSaver")
        let (situation, time) = try stage.answer { finder(stage).find(then: $0) }
        #expect(situation.obstacle == .session(.lockUnknown))
        // The limit is the promise: a second, and the rest is for a busy machine.
        #expect(time < .seconds(5), "took \(time)")
        #expect(!unanswered.isEmpty)
    }

    @Test(
        "UNDO60: a screen saver that is slow, and one that answers that it does not say it", arguments: [true, false])
    func slowSaver(_ isSlow: Bool) throws {
        let stage = try BusStage()
        let saver = FakeScreenSaver(on: try stage.connect())
        saver.isActive = true
        saver.answer = isSlow ? .wait : .error("org.gnome.SettingsDaemon.ScreensaverProxy.NotImplemented")
        saver.appear()
        try #require(stage.turn { saver.isThere })
        let timer = stage.reactor.schedule(after: .milliseconds(300)) { saver.answerAll() }
        defer { timer.cancel() }
        #expect(try obstacle(stage, finder(stage)) == (isSlow ? .session(.screenSaver) : nil))
    }

    @Test(
        "UNDO60: a logind that does not answer may know of a lock: nothing is pressed",
        arguments: FakeLogin.Fault.allCases)
    func silentLogin(_ fault: FakeLogin.Fault) throws {
        let stage = try BusStage()
        let login = FakeLogin(on: try stage.connect())
        login.fault = fault
        login.appear()
        try #require(stage.turn { login.isThere })
        #expect(try obstacle(stage, finder(stage, system: stage.bus.address)) == .session(.lockUnknown))
    }

    @Test(
        "UNDO62: a logind that may not be asked has not said that the session is unlocked; one without sessions forbids nothing",
        arguments: [
            (.accessDenied, .session(.lockDenied)), ("org.freedesktop.DBus.Error.AuthFailed", .session(.lockDenied)),
            ("org.freedesktop.DBus.Error.InteractiveAuthorizationRequired", .session(.lockDenied)),
            (.unknownMethod, nil), (.unknownProperty, nil), (.unknownObject, nil), (.unknownInterface, nil),
            ("org.freedesktop.login1.NoSuchUser", nil), ("org.freedesktop.login1.NoSuchSession", nil),
        ] as [(ErrorName, Reason?)])
    func refusingLogin(_ refusal: ErrorName, _ wanted: Reason?) throws {
        let stage = try BusStage()
        let login = FakeLogin(on: try stage.connect())
        login.refusal = refusal
        login.appear()
        try #require(stage.turn { login.isThere })
        let finder = finder(stage, system: stage.bus.address)
        #expect(try obstacle(stage, finder) == wanted)
        // Asked again when a session comes, and then it may say it.
        login.refusal = nil
        let questions = login.questionsForUser
        try login.sessionsChanged()
        try #require(stage.turn { login.questionsForUser > questions })
        #expect(stage.turn { !finderForbids(stage, finder) })
    }

    @Test("UNDO21: the form of a convertible counts if KWin reports it")
    func tablet() throws {
        let stage = try BusStage()
        let kwin = try stage.connect("org.kde.KWin")
        var (isAvailable, isTablet) = (true, true)
        kwin.export(
            ExportedObject(interfaces: [
                Interface(
                    "org.kde.KWin.TabletModeManager",
                    properties: [
                        Property("tabletModeAvailable", "b") { .boolean(isAvailable) },
                        Property("tabletMode", "b") { .boolean(isTablet) },
                    ])
            ]), at: "/org/kde/KWin")
        #expect(try obstacle(stage, finder(stage, tablet: .any)) == nil)
        #expect(try obstacle(stage, finder(stage, tablet: .only)) == nil)
        #expect(isObstacle(.session(.tablet), stage, finder(stage, tablet: .never)))
        isTablet = false
        #expect(isObstacle(.session(.notTablet), stage, finder(stage, tablet: .only)))
        #expect(try obstacle(stage, finder(stage, tablet: .never)) == nil)
        isAvailable = false
        #expect(try obstacle(stage, finder(stage, tablet: .only)) == nil)
    }

    @Test("UNDO21: the kernel's tablet switch is found by capability; one that cannot be read is unknown")
    func tabletSwitch() throws {
        let stage = try BusStage()
        for (name, switches) in [("event0", "0"), ("event1", "1"), ("event2", "1 0"), ("mouse0", "2")] {
            let folder = "\(stage.directory)/\(name)/device/capabilities"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try "\(switches)\n".write(toFile: "\(folder)/sw", atomically: false, encoding: .utf8)
        }
        #expect(TabletSwitch.isOn(classes: stage.directory, devices: stage.directory) == nil)
        #expect(!TabletSwitch.hasSwitch("\(stage.directory)/event1/device/capabilities/sw"))
        #expect(!TabletSwitch.hasSwitch("\(stage.directory)/event2/device/capabilities/sw"))
        #expect(TabletSwitch.hasSwitch("\(stage.directory)/mouse0/device/capabilities/sw"))
        #expect(!TabletSwitch.hasSwitch("\(stage.directory)/nothing"))
    }
}
