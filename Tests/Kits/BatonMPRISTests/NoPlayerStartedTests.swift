// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonReactor
import BatonTestSupport
import Testing

@testable import BatonMPRIS

/// No call of ours has the bus start a player (SECURITY.md): a key press must not open a program.
@Suite struct NoPlayerStartedTests {
    @Test("MPRIS42: a player that the bus could start is not started by a command, by a question, or by asking anew")
    func notStarted() throws {
        let stage = try BusStage { ["org.mpris.MediaPlayer2.sleepy": "/usr/bin/touch \($0)/started"] }
        let published = try stage.publish("sleepy")
        let client = try stage.connect()
        let (registry, _) = try stage.watch(client)
        let player = try #require(registry["org.mpris.MediaPlayer2.sleepy"])
        published.withdraw()
        try stage.settle(stage.all)
        var answers = 0
        for method in [PlayerMethod.play, .playPause, .next] {
            try player.call(method, within: .seconds(30)) { _ in answers += 1 }
        }
        player.refreshPosition(within: .seconds(30)) { _ in answers += 1 }
        registry.reconsider()
        #expect(stage.turn { answers == 4 && registry.players.isEmpty })
        try stage.settle(stage.all)
        #expect(stage.folder.read("started") == nil)
        // The bus could have: this call, which is of no kind that Baton sends to players, has it start the program.
        client.call(
            Message.methodCall(
                to: "org.mpris.MediaPlayer2.sleepy", path: "/a", interface: "a.b", member: "M", noAutoStart: false),
            within: .seconds(30)
        ) { _ in }
        #expect(stage.turn { stage.folder.read("started") != nil })
    }
}
