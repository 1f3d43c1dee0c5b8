// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonClient
import BatonDBus
import BatonPages
import Testing

@testable import BatonForms

/// A calibration on the page: what `batonctl calibrate --json --follow` tells, as a picture and in words.
@Suite struct CalibrationFormTests {
    private func form(_ lines: [String], isRunning: Bool = true) -> Form {
        var conversation = Conversation(.calibrate)
        for line in lines { conversation.take(line) }
        conversation.isRunning = isRunning
        var state = WindowState()
        state.condition = .answering
        state.agent = AgentState(.application, ["Sensor": .string("reading"), "SensorDetails": .vardict([])])
        state.conversation = conversation
        return Form.shake(state)
    }

    private func shake(_ count: Int, _ isRecognized: Bool = true) -> String {
        #"{"step":"shake","count":\#(count),"of":5,"recognized":\#(isRecognized),"reason":null}"#
    }

    @Test("batonctl is asked for lines of JSON")
    func words() {
        #expect(Conversation.Kind.calibrate.words == ["calibrate", "--seconds", "20", "--json", "--follow"])
    }

    @Test("five marks fill as shakes are found, and one that is none is crossed")
    func marks() {
        let begun = form([#"{"step":"shake","count":0,"of":5}"#])
        #expect(begun.row("marks")?.control == .marks(Array(repeating: .awaited, count: 5)))
        #expect(begun.row("marks")?.subtitle.hasPrefix("Wait a second, then shake 5 times") == true)
        #expect(begun.row("calibrate") == nil, "it can be begun once only")
        #expect(begun.row("conversation")?.control.actions == [.endConversation])
        let two = form([shake(1), shake(2, false)])
        #expect(two.row("marks")?.control == .marks([.found, .missed, .awaited, .awaited, .awaited]))
        #expect(two.row("marks")?.subtitle == "2 of 5. The last one was no shake: shake harder, and to and fro.")
        #expect(form([shake(1), shake(2, false), shake(3)]).row("marks")?.subtitle == "3 of 5")
        #expect(two.row("rest") == nil && two.row("result") == nil)
    }

    @Test("the rest after the shakes is one progress over both of its parts")
    func rest() {
        let all = (1...5).map { shake($0) }
        let use = form(all + [#"{"step":"use","elapsed":4,"of":10.0}"#])
        #expect(use.row("marks")?.subtitle == "5 of 5 were recognized.")
        #expect(use.row("rest")?.title == "Type, and use the device as usual")
        #expect(use.row("rest")?.subtitle == "4 of 20 seconds" && use.row("rest")?.control == .progress(0.2))
        let carry = form(all + [#"{"step":"carry","elapsed":5,"of":10.0}"#])
        #expect(carry.row("rest")?.title == "Pick it up and carry it around")
        #expect(carry.row("rest")?.control == .progress(0.75))
    }

    @Test("the result is told with what Baton uses from now on")
    func result() {
        let stored =
            #"{"step":"stored","code":"sensitivity-calibrated","details":{"sensitivity":"medium","raise":0.3,"form-factor":"laptop"}}"#
        let result = #"{"step":"result","proposal":"medium","safe":true,"raise":0.3,"trials":[]}"#
        let row = form([result, stored], isRunning: false).row("result")
        #expect(row?.title == "Your own shake is found" && row?.tone == .good)
        #expect(
            row?.subtitle == "In use: medium with its bar 0.3 higher, by your calibration", "\(row?.subtitle ?? "")")
        let configured = #"{"step":"stored","code":"sensitivity-configured","details":{"sensitivity":"low"}}"#
        let small = form([#"{"step":"result","proposal":"high","safe":false,"trials":[]}"#, configured]).row("result")
        #expect(small?.tone == .warning)
        #expect(
            small?.subtitle.hasPrefix(
                "It is stored, but the sensitivity that is chosen below goes before it. The margin")
                == true)
    }

    @Test("without a result it is told why, in the page's words")
    func none() {
        let sentence = "No sensitivity fits these shakes."
        let some = form([#"{"step":"result","proposal":null,"safe":false,"trials":[{"margins":[1,2]}]}"#, sentence])
        #expect(some.row("result")?.title == "No sensitivity fits")
        #expect(some.row("result")?.subtitle == "Shake harder, and to and fro at least twice, and calibrate again.")
        #expect(some.row("line-0") == nil)
        let no = form([#"{"step":"result","proposal":null,"safe":false,"trials":[{"margins":[]}]}"#])
        #expect(no.row("result")?.subtitle.hasPrefix("No shake was found.") == true)
    }

    @Test("what batonctl says of a failure is shown")
    func failure() {
        #expect(form(["The sensor's data ended early."]).row("line-0")?.title == "The sensor's data ended early.")
    }

    @Test(
        "a line that no batonctl writes changes nothing out of bounds",
        arguments: [
            "{", "[]", "{}", #"{"step":7}"#, #"{"step":"shake","count":-9223372036854775808,"of":9223372036854775807}"#,
            #"{"step":"shake","count":6,"of":5}"#, #"{"step":"shake","of":0}"#,
            #"{"step":"use","elapsed":-1,"of":1e300}"#,
            #"{"step":"carry","elapsed":9223372036854775807,"of":-5}"#, #"{"step":"use","of":"x"}"#,
            #"{"step":"stored","details":[]}"#, #"{"step":"result","trials":{}}"#, #"{"step":"dance"}"#,
        ])
    func hostile(_ line: String) {
        var progress = CalibrationProgress()
        progress.take(line)
        #expect(progress.marks.count == 5 && progress.count == 0)
        #expect((0...1).contains(progress.rest?.share ?? 0))
    }

    @Test("when the sensor goes meanwhile, what was said last is still there")
    func sensorGone() {
        var conversation = Conversation(.calibrate)
        conversation.take("The sensor's data ended early.")
        conversation.isRunning = false
        var state = WindowState()
        state.condition = .answering
        state.conversation = conversation
        let form = Form.shake(state)
        #expect(form.row("line-0") != nil && form.row("conversation") != nil)
    }
}
