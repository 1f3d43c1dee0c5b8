// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonTestSupport
import Testing

@Suite("What is set of the chain")
struct ChainSettingTests {
    private func set(_ word: String, on stage: AgentStage) throws -> ErrorName? {
        let message = Message.methodCall(
            to: AgentStage.baton, path: "/org/baton/Baton1", interface: .properties, member: "Set")
        try message.append(
            .string(AgentStage.application.rawValue), .string("Policy"), .variant(.string(word)))
        return try stage.call(message).errorName
    }

    @Test("another policy orders the chain at once, is signalled, and a word that is no policy changes nothing")
    func policy() throws {
        let stage = try AgentStage()
        var told: [String] = []
        let match = stage.client.addMatch(
            MatchRule(member: "PropertiesChanged", arg0: AgentStage.application.rawValue)
        ) { signal in
            told += (try? signal.arguments())?[2].asStringArray?.filter { $0 == "Policy" } ?? []
        }
        try stage.settle(stage.client)
        #expect(try set("recent", on: stage) == nil)
        #expect(stage.turn { told == ["Policy"] })
        #expect(try stage.property("Policy") == .string("recent"))
        #expect(try set("newest", on: stage) == .invalidArguments)
        #expect(try stage.property("Policy") == .string("recent"))
        match.cancel()
    }
}
