// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonLog
import BatonReactor
import Testing

@testable import BatonAPI
@testable import BatonSession
@testable import BatonSettings
@testable import BatonUndo

/// The routes that are tried, and their order: `[undo] route` (rule UNDO6).
@MainActor
@Suite struct RouteOrderTests {
    private final class FakeRoute: UndoRoute {
        let name: String
        private let tried: (String) -> Void

        init(_ name: UndoRouteName, tried: @escaping (String) -> Void) {
            self.name = name.rawValue
            self.tried = tried
        }

        func probe(for app: FocusedApp?, then: @escaping (RouteAvailability) -> Void) {
            tried(name)
            then(.unavailable(.route(.noActions)))
        }
        func isEnabled(_ operation: UndoOperation, in app: FocusedApp, then: @escaping (Bool?) -> Void) { then(nil) }
        func deliver(_ operation: UndoOperation, to app: FocusedApp, then: @escaping (RouteOutcome) -> Void) {
            then(.done)
        }
    }

    private func tried(_ configuration: Configuration) throws -> [String] {
        let delivery = UndoDelivery(reactor: try Reactor(), logger: Log.silent.logger())
        var tried: [String] = []
        delivery.allRoutes = UndoRouteName.allCases.reversed().map { FakeRoute($0) { tried.append($0) } }
        delivery.order = configuration.undo.routes
        var reason = ""
        delivery.findRoute(for: FocusedApp(process: 7)) {
            if case .failure(let problem) = $0 { reason = "\(problem)" }
        }
        #expect(tried.allSatisfy { reason.contains("\($0): the app exports no actions") })
        return tried
    }

    @Test("UNDO6: atspi and uinput are not tried unless they are named")
    func usual() throws {
        #expect(try tried(Configuration()) == ["gtk-actions", "xtest", "virtual-keyboard", "portal"])
    }

    @Test("UNDO6: the named routes are tried in their order, and no others")
    func named() throws {
        #expect(
            try tried(read("[undo]\nroute = uinput\nroute = gtk-actions\nroute = atspi\n"))
                == ["uinput", "gtk-actions", "atspi"])
        #expect(try tried(read("[undo]\nroute =\n")) == [])
    }

    private func read(_ text: String) throws -> Configuration {
        try Configuration.read(Array(text.utf8), source: "baton.conf", overrides: []).configuration
    }
}
