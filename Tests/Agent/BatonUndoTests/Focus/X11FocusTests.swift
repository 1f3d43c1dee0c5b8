// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonKeysLink
import BatonTestSupport
import Testing

@testable import BatonSession
@testable import BatonUndo

/// The X server's answer about the focus, and which providers count if it gives none.
@MainActor
@Suite struct X11FocusTests {
    /// A provider that names an app in an X11 session whatever the X server answers, as the accessibility bus does.
    private func finder(_ stage: BusStage) throws -> (FocusFinder, LocalServer) {
        let path = "\(stage.directory)/i3.sock"
        let server = try LocalServer(path, reactor: stage.reactor)
        server.answer = [SwayTreeTests.reply(SwayTreeTests.tree(SwayTreeTests.window))]
        let finder = FocusFinder(
            connection: stage.connection, own: ["DISPLAY": ":9", "I3SOCK": path], reactor: stage.reactor)
        return (finder, server)
    }

    private func report(_ finder: FocusFinder, _ stage: BusStage) throws -> FocusReport {
        try stage.answer { finder.find(then: $0) }.0
    }

    @Test("UNDO20: while it is unknown whether the X keyboard is grabbed no other source is asked")
    func silent() throws {
        let stage = try BusStage()
        let (finder, server) = try finder(stage)
        finder.askX11 = { _, _ in }
        #expect(try report(finder, stage).findings.map(\.problem) == [.late])
        let reports: [KeysReport] = [
            .failed(id: 1, reason: "the X server is gone"), .refused(id: 1, .keyboardGrabbed),
            .refused(id: 1, .focusOutside), .noFocus(id: 1, .noWindow), .noFocus(id: 1, .closed), .done(id: 1),
        ]
        for report in reports {
            finder.askX11 = { _, then in then(report.focusedApp) }
            let found = try self.report(finder, stage)
            #expect(found.app == nil && found.findings.count == 1, "\(report)")
            #expect((found.obstacle != nil) == (report.isRefusal), "\(report)")
        }
        #expect(server.requests.isEmpty)
    }

    @Test("UNDO13: without _NET_ACTIVE_WINDOW the other sources are asked")
    func untold() throws {
        let stage = try BusStage()
        let (finder, server) = try finder(stage)
        finder.askX11 = { _, then in then(KeysReport.noFocus(id: 1, .untold).focusedApp) }
        #expect(stage.turn { (try? report(finder, stage))?.app?.process == 4242 })
        #expect(!server.requests.isEmpty)
    }

    @Test("a grabbed keyboard forbids any undo")
    func held() throws {
        let stage = try BusStage()
        let (focus, server) = try finder(stage)
        defer { withExtendedLifetime(server) {} }
        focus.askX11 = { _, then in then(KeysReport.refused(id: 1, .keyboardGrabbed).focusedApp) }
        let session = SessionMonitor(
            bus: SystemBus(address: "unix:path=/nonexistent/bus", reactor: stage.reactor),
            connection: stage.connection, logger: TestLog().logger)
        let situation = SituationFinder(connection: stage.connection, focus: focus, session: session)
        let found = try stage.answer { situation.find(then: $0) }.0
        #expect(found.app == nil)
        #expect(found.obstacle == .route(.keyboardGrabbed))
        guard case .refused = UndoGuards().judge(found) else {
            Issue.record("not refused")
            return
        }
    }

    @Test("UNDO19: a window without a class is unknown, unless its process is a terminal")
    func nameless() throws {
        for holdsTerminal in [true, false] {
            let processes = FakeProcesses()
            try processes.add(7, opens: [holdsTerminal ? "/dev/ptmx" : "/dev/null"])
            let stage = try BusStage()
            let focus = FocusFinder(
                connection: stage.connection, own: ["DISPLAY": ":9"], reactor: stage.reactor,
                processes: ProcessInspector(root: processes.path))
            let window = FocusedWindow(window: "0x1", process: 7)
            focus.askX11 = { _, then in then(KeysReport.focus(id: 1, window: window).focusedApp) }
            let session = SessionMonitor(
                bus: SystemBus(address: "unix:path=/nonexistent/bus", reactor: stage.reactor),
                connection: stage.connection, logger: TestLog().logger)
            let situation = SituationFinder(connection: stage.connection, focus: focus, session: session)
            let found = try stage.answer { situation.find(then: $0) }.0
            #expect((found.app == nil) == !holdsTerminal)
            #expect(found.kind == (holdsTerminal ? .denied : .usual))
        }
    }

    @Test("UNDO13: the server's statement about a process goes before the window's, which is kept")
    func claims() throws {
        let words: [(UInt32?, UInt32?, UInt32, Bool)] = [
            (7, 7, 7, true), (7, 2, 7, true), (nil, 2, 2, false), (7, nil, 7, true),
        ]
        for (told, claimed, process, isCertain) in words {
            let window = FocusedWindow(window: "0x1", process: told, claimedProcess: claimed, className: "Geany")
            let app = try KeysReport.focus(id: 1, window: window).focusedApp.get()
            #expect(app.process == process && app.isProcessCertain == isCertain && app.claimedProcess == claimed)
        }
    }
}

extension KeysReport {
    /// Whether a guard refused.
    fileprivate var isRefusal: Bool { if case .refused = self { true } else { false } }
}
