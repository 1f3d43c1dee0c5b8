// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonReactor
import BatonTestSupport
import Testing

@testable import BatonAgent
@testable import BatonSession

/// A notification daemon that does not run and that the bus starts for its first caller.
@MainActor
@Suite struct NotificationStartTests {
    @Test("UNDO29: a question has the bus start the daemon that is installed, and the doctor starts none")
    func started() throws {
        let stage = try BusStage { [NotificationClient.name.rawValue: "/usr/bin/touch \($0)/started"] }
        let check = DoctorNotifications.check(BusQuestions(connection: stage.connection))
        let rows = try stage.answer { check.run(stage.reactor.now + .seconds(30), $0) }.0
        #expect(rows.map(\.reason) == [.doctor(.notificationsStartable)])
        try stage.settle(stage.all)
        #expect(stage.folder.read("started") == nil, "the doctor has started a daemon")
        let client = NotificationClient(connection: stage.connection, reactor: stage.reactor)
        client.show(NotificationContent(.shake, summary: "Undo?", icon: "")) { _ in }
        #expect(stage.turn { stage.folder.read("started") != nil }, "no daemon was started")
        client.close()
    }
}
