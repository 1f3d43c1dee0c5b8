// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonShortcuts
import BatonTestSupport
import Testing

/// A kglobalaccel that is not ready when batond asks it (rules KEYS12 to KEYS16).
@Suite struct KDERetryTests {
    private func stage() throws -> (AgentStage, FakeKGlobalAccel) {
        let stage = try AgentStage(nil)
        try SavedRecord(kind: "kde").save(in: "\(stage.folder.path)/.local/state/baton")
        let daemon = FakeKGlobalAccel(on: try stage.connect())
        daemon.refuses = true
        try stage.startAgent()
        return (stage, daemon)
    }

    private func becomes(_ stage: AgentStage, _ wanted: String) -> Bool {
        stage.turn {
            guard case .array(let rows) = try? stage.baton("Inputs").get().first else { return false }
            return rows.elements.contains { element in
                guard case .structure(let row) = element else { return false }
                return row[1].asString == "KDE shortcuts" && row[2].asString?.hasPrefix(wanted) == true
            }
        }
    }

    @Test("it is asked again, not too often, until it gives the keys")
    func again() throws {
        let (stage, daemon) = try stage()
        #expect(becomes(stage, "waiting: kglobalaccel has not given the media keys yet: not yet"))
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
        #expect(becomes(stage, "waiting: kglobalaccel has not given"))
        #expect(daemon.plasmaKeys.isEmpty)
        #expect(try stage.stopAgent() == 0)
        #expect(stage.turn { daemon.plasmaKeys == [FakeKGlobalAccel.playKey] })
    }
}
