// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonReactor
import BatonTestSupport
import Testing

@testable import BatonMPRIS

/// How many players there may be (SECURITY.md).
@Suite struct PlayerLimitTests {
    @Test("there are 1024 players at most; the next name is told once, and is let in when one has left")
    func most() throws {
        let stage = try BusStage()
        let owner = try stage.connect()
        var requests: [NameRequest] = []
        for number in 0..<1024 {
            requests.append(owner.requestName(try BusName("org.mpris.MediaPlayer2.p\(number)")) { _ in })
        }
        try stage.settle(owner)
        let registry = PlayerRegistry(connection: try stage.connect())
        var fullTimes = 0
        let observation = registry.observe { if case .full = $0 { fullTimes += 1 } }
        defer { observation.cancel() }
        registry.start()
        try #require(stage.turn { registry.players.count == 1024 })
        #expect(fullTimes == 0)
        let late = owner.requestName("org.mpris.MediaPlayer2.late") { _ in }
        let later = owner.requestName("org.mpris.MediaPlayer2.later") { _ in }
        try stage.settle(owner, registry.connection)
        #expect(registry.players.count == 1024 && registry["org.mpris.MediaPlayer2.late"] == nil)
        #expect(fullTimes == 1, "it is told once")

        requests[0].release()
        late.release()
        try #require(stage.turn { registry.players.count == 1023 })
        let next = owner.requestName("org.mpris.MediaPlayer2.next") { _ in }
        #expect(stage.turn { registry["org.mpris.MediaPlayer2.next"] != nil })
        withExtendedLifetime((later, next)) {}
    }
}
