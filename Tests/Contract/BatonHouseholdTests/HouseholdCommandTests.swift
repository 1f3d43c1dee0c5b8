// SPDX-License-Identifier: Apache-2.0

import BatonHousehold
import BatonJSON
import Testing

/// What a payload asks for.
@Suite struct HouseholdCommandTests {
    private func command(_ text: String) throws -> HouseholdCommand { try HouseholdCommand(payload: Array(text.utf8)) }

    @Test(
        "a word, a JSON text and an object ask for the same",
        arguments: ["pause", #""pause""#, #"{"do":"pause"}"#, #" { "do" : "pause", "value": null } "#])
    func forms(_ text: String) throws {
        #expect(try command(text) == HouseholdCommand(.pause))
    }

    @Test(
        "values are read where the action takes them",
        arguments: [
            (#"{"do":"seek","value":-10}"#, HouseholdCommand(.seek, .number(-10))),
            (#"{"do":"position","value":61.5}"#, HouseholdCommand(.position, .number(61.5))),
            (#"{"do":"volume","value":1}"#, HouseholdCommand(.volume, .number(1))),
            (#"{"do":"shuffle","value":true}"#, HouseholdCommand(.shuffle, .flag(true))),
            (#"{"do":"loop","value":"track","id":"7"}"#, HouseholdCommand(.loop, .text("track"), id: "7")),
            (#"{"do":"sleep","value":"off"}"#, HouseholdCommand(.sleep, .text("off"))),
            (#"{"do":"interruptions","value":false}"#, HouseholdCommand(.interruptions, .flag(false))),
            (#"{"do":"policy","value":"recent"}"#, HouseholdCommand(.policy, .text("recent"))),
        ])
    func values(_ text: String, _ expected: HouseholdCommand) throws {
        #expect(try command(text) == expected)
        #expect(
            try HouseholdCommand(payload: Array(expected.json.text.utf8)) == expected, "it is written as it is read")
    }

    @Test(
        "a value that the action cannot take is a mistake, and no number is too great to be refused",
        arguments: [
            #"{"do":"seek"}"#, #"{"do":"seek","value":"x"}"#, #"{"do":"seek","value":1e300}"#,
            #"{"do":"position","value":-1}"#, #"{"do":"volume","value":-0.1}"#,
            #"{"do":"loop","value":"all"}"#, #"{"do":"shuffle","value":1}"#, #"{"do":"sleep","value":99999999}"#,
            #"{"do":"pause","value":3}"#, #"{"do":"pin","value":""}"#, "seek", #"{"do":"policy","value":"newest"}"#,
        ])
    func wrongValues(_ text: String) {
        #expect(throws: HouseholdCommand.Mistake.wrongValue) { try command(text) }
    }

    @Test(
        "what is no command says why",
        arguments: [
            ("", HouseholdCommand.Mistake.notJSON), ("{", .notJSON), ("\u{0}", .notJSON), ("{}", .unknown),
            ("[]", .unknown),
            (#"{"do":"dance"}"#, .unknown), (#"{"do":7}"#, .unknown), (#"{"do":"play","id":7}"#, .wrongID),
            (#"{"do":"play","id":""}"#, .wrongID), (String(repeating: " ", count: 5000), .tooLong),
            (String(repeating: "[", count: 4000), .notJSON),
        ])
    func mistakes(_ text: String, _ mistake: HouseholdCommand.Mistake) {
        #expect(throws: mistake) { try command(text) }
    }

    @Test("at the topic of the volume a number is enough, and anything else is a mistake")
    func plainVolume() throws {
        #expect(try HouseholdCommand(volume: Array("0.4".utf8)) == HouseholdCommand(.volume, .number(0.4)))
        #expect(try HouseholdCommand(volume: Array("1e300".utf8)) == HouseholdCommand(.volume, .number(1e300)))
        for text in ["-1", "1e999", "pause", "", #"{"do":"quit"}"#, "[1]", String(repeating: "1", count: 5000)] {
            #expect(throws: HouseholdCommand.Mistake.self) { try HouseholdCommand(volume: Array(text.utf8)) }
        }
    }

    @Test("each action belongs to a permission; only playback and volume are allowed where nothing is said")
    func permissions() {
        let usual = HouseholdCommand.Action.allCases.filter {
            HouseholdCommand.Permission.usual.contains($0.permission)
        }
        #expect(
            Set(usual) == [.play, .pause, .toggle, .stop, .next, .previous, .seek, .position, .shuffle, .loop, .volume])
    }
}
