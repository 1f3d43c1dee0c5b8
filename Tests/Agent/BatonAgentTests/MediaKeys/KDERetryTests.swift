// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonShortcuts
import BatonTestSupport
import Testing

/// A kglobalaccel that is not ready when batond asks it (rules KEYS12 to KEYS16).
@Suite struct KDERetryTests {
    private func stage() throws -> (AgentStage, FakeKGlobalAccel) {
        let stage = try AgentStage(nil)
        try SavedRecord(kind: .kde).save(in: "\(stage.folder.path)/.local/state/baton")
        let daemon = FakeKGlobalAccel(on: try stage.connect())
        daemon.refuses = true
        try stage.startAgent()
        return (stage, daemon)
    }

    /// A batond that ends before kglobalaccel has told it the keys; a batond before it had taken Plasma's play key.
    private func hurriedStage(_ prepare: (FakeKGlobalAccel) -> Void) throws -> FakeKGlobalAccel {
        let stage = try AgentStage(nil)
        let line = FakeKGlobalAccel.plasma + ["\(0x0100_0080),0,0,0"]
        try SavedRecord(kind: .kde, lines: [line]).save(in: "\(stage.folder.path)/.local/state/baton")
        let daemon = FakeKGlobalAccel(on: try stage.connect())
        daemon.holdsLists = true
        prepare(daemon)
        try stage.startAgent()
        #expect(becomes(stage, "waiting media-keys-asked"))
        #expect(try stage.stopAgent() == 0)
        #expect(stage.turn { daemon.plasmaKeys.contains(FakeKGlobalAccel.playKey) }, "the key comes back")
        #expect(daemon.taken == 0, "keys were taken after they had been given back")
        return daemon
    }

    private func becomes(_ stage: AgentStage, _ wanted: String) -> Bool {
        stage.turn { (try? stage.inputState(of: "KDE shortcuts")) == wanted }
    }

    @Test("it is asked again, not too often, until it gives the keys")
    func again() throws {
        let (stage, daemon) = try stage()
        #expect(becomes(stage, "waiting media-keys-delayed"))
        let reason = try stage.inputReason(of: "KDE shortcuts")
        #expect(reason?.description == "kglobalaccel has not given the media keys yet: not yet")
        #expect(daemon.plasmaKeys.isEmpty)
        #expect(stage.turn { daemon.tries == 2 }, "a second later")
        daemon.refuses = false
        #expect(becomes(stage, "listening"))
        #expect(daemon.tries >= 3)
        #expect(try stage.stopAgent() == 0)
        #expect(stage.turn { daemon.plasmaKeys == [FakeKGlobalAccel.playKey] })
    }

    @Test("what it may have given before it failed goes back at the end")
    func givenBack() throws {
        let (stage, daemon) = try stage()
        #expect(becomes(stage, "waiting media-keys-delayed"))
        #expect(daemon.plasmaKeys.isEmpty)
        #expect(try stage.stopAgent() == 0)
        #expect(stage.turn { daemon.plasmaKeys == [FakeKGlobalAccel.playKey] })
    }

    @Test("KEYS13: a key that Plasma's media controller has does nothing here too")
    func plasmasOwn() throws {
        let (stage, daemon) = try stage()
        daemon.refuses = false
        #expect(becomes(stage, "listening"))
        let player = try stage.player("one", "Playing")
        daemon.signal("globalShortcutPressed", "nextmedia", of: "mediacontrol")
        daemon.signal("globalShortcutPressed", "stopmedia")
        #expect(stage.turn { player.calls.contains("Stop") })
        #expect(player.calls == ["Stop"], "it is done twice")
    }

    @Test("KEYS16: what the user changed before batond has read the keys stays changed when it ends at once")
    func changedBefore() throws {
        let mine = FakeKGlobalAccel.sequence(0x1000_0051)
        let daemon = try hurriedStage { $0.plasmaKeys = [mine] }
        #expect(daemon.plasmaKeys == [mine, FakeKGlobalAccel.playKey])
    }

    @Test("KEYS16: a kglobalaccel that does not tell the keys while batond ends gets those of the record")
    func silentAtTheEnd() throws {
        var unanswered: Invocation?
        let daemon = try hurriedStage { daemon in
            daemon.plasmaKeys = []
            // A request to take the keys that went on would ask a second time.
            daemon.onQuestion = { if unanswered == nil { unanswered = $0 } else { $0.reply(daemon.keys) } }
        }
        #expect(daemon.plasmaKeys == [FakeKGlobalAccel.playKey])
    }

    @Test("KEYS16: what the user changes while batond reads the keys stays changed")
    func changedMeanwhile() throws {
        let stage = try AgentStage(nil)
        let other = ["other", "action", "Other", "Action"]
        let plasma = FakeKGlobalAccel.plasma + ["\(0x0100_0080),0,0,0"]
        try SavedRecord(kind: .kde, lines: [other, plasma]).save(in: "\(stage.folder.path)/.local/state/baton")
        let daemon = FakeKGlobalAccel(on: try stage.connect())
        daemon.plasmaKeys = [FakeKGlobalAccel.playKey, FakeKGlobalAccel.sequence(0x1000_0050)]
        let mine = FakeKGlobalAccel.sequence(0x1000_0051)
        var held: Invocation?
        daemon.onQuestion = { call in
            // The question about the other action has no answer before the user has changed Plasma's keys.
            guard call.arguments[0].asStringArray == FakeKGlobalAccel.plasma else { return held = call }
            call.reply(daemon.keys)
            guard let last = held else { return }
            daemon.onQuestion = nil
            daemon.change([FakeKGlobalAccel.playKey, mine])
            last.reply(.array(DBusArray("(ai)", [])))
        }
        try stage.startAgent()
        #expect(becomes(stage, "listening"))
        #expect(daemon.onQuestion == nil, "the keys were not asked for")
        #expect(daemon.plasmaKeys == [mine])
        #expect(try stage.stopAgent() == 0)
        #expect(stage.turn { daemon.plasmaKeys == [mine, FakeKGlobalAccel.playKey] }, "\(daemon.plasmaKeys)")
    }
}
