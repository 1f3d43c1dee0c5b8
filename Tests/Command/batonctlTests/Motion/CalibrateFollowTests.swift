// SPDX-License-Identifier: Apache-2.0

import BatonMotion
import BatonMotionSupport
import BatonReactor
import BatonTestSupport
import Foundation
import Testing

@testable import batonctl

/// `batonctl calibrate --json --follow`: what a program, such as the settings, sees of a calibration.
@Suite struct CalibrateFollowTests {
    private func start(_ stage: Stage, _ agent: StubMotionAgent, seconds: String) throws -> ChildProcess {
        let child = try stage.start("batonctl", ["calibrate", "--json", "--follow", "--seconds", seconds])
        try #require(stage.turn { agent.hasReader || child.hasEnded })
        #expect(!child.hasEnded, "\(child.errors)")
        return child
    }

    private func shake(_ amplitudes: [Double], _ stage: Stage, _ agent: StubMotionAgent) throws {
        let samples = MotionSignal.shakes(amplitudes).samples
        for begin in stride(from: 0, to: samples.count, by: 500) {
            agent.write(samples[begin..<min(begin + 500, samples.count)].map(StreamRecord.sample))
            _ = try stage.reactor.turn(timeout: .milliseconds(20))
        }
    }

    @Test("each step is a line of JSON, the result is the last but one, and nothing else is written")
    func steps() throws {
        let stage = try Stage()
        let agent = try StubMotionAgent(on: stage)
        let child = try start(stage, agent, seconds: "1")
        try shake([50, 50, 50, 50, 50], stage, agent)
        #expect(try child.waited(on: stage) == 0)
        let lines = child.lines
        #expect(lines.first == #"{"step":"shake","count":0,"of":5}"#, "\(lines)")
        for count in 1...5 {
            #expect(
                lines[count] == #"{"step":"shake","count":\#(count),"of":5,"recognized":true,"reason":null}"#,
                "\(lines)")
        }
        #expect(lines[6] == #"{"step":"use","elapsed":0,"of":0.5}"#, "\(lines)")
        #expect(lines[7] == #"{"step":"carry","elapsed":0,"of":0.5}"#, "\(lines)")
        #expect(lines[8].hasPrefix(#"{"step":"result","proposal":"low","safe":true,"raise":"#), "\(lines)")
        #expect(
            lines[9]
                == #"{"step":"stored","code":"sensitivity-by-form-factor","details":{"form-factor":"laptop","sensitivity":"medium"}}"#,
            "\(lines)")
        #expect(lines.count == 10 && child.errors.isEmpty, "\(lines) \(child.errors)")
        #expect(agent.calls.count == 1, "\(agent.calls)")
    }

    @Test("whole seconds of the rest are told by the times of the samples")
    func seconds() throws {
        let stage = try Stage()
        let agent = try StubMotionAgent(on: stage)
        let child = try start(stage, agent, seconds: "60")
        try shake([50, 50, 50, 50, 50], stage, agent)
        try #require(stage.turn { child.lines.count >= 7 }, "\(child.lines)")
        var rest = MotionSignal()
        rest.rest(25)
        // What comes before it listens for this step is not counted, so the samples come one after the other.
        for begin in stride(from: 0, to: rest.samples.count, by: 5) where child.lines.count < 10 {
            agent.write(rest.samples[begin..<min(begin + 5, rest.samples.count)].map(StreamRecord.sample))
            _ = try stage.reactor.turn(timeout: .milliseconds(20))
        }
        try #require(stage.turn { child.lines.count >= 10 }, "\(child.lines)")
        #expect(child.lines[9] == #"{"step":"use","elapsed":3,"of":30.0}"#, "\(child.lines)")
        kill(child.identifier, SIGTERM)
        _ = try child.waited(on: stage)
    }

    @Test("a signal ends all of it at whatever step, and nothing is stored", arguments: [0, 5], [SIGTERM, SIGINT])
    func ended(_ shakes: Int, _ signal: Int32) throws {
        let stage = try Stage()
        let agent = try StubMotionAgent(on: stage)
        let child = try start(stage, agent, seconds: "60")
        try shake(Array(repeating: 50, count: shakes), stage, agent)
        try #require(stage.turn { child.lines.count >= (shakes == 5 ? 7 : 1) }, "\(child.lines)")
        kill(child.identifier, signal)
        #expect(try child.waited(on: stage) == 1)
        #expect(child.errors == "The calibration was ended.\n")
        #expect(agent.calls.isEmpty, "\(agent.calls)")
    }

    @Test("it goes with --json and the live signal only")
    func words() throws {
        let stage = try Stage()
        for words in [["--follow"], ["--json", "--follow", "--shakes", "a", "--rest", "b"], ["--axes", "--follow"]] {
            #expect(try stage.start("batonctl", ["calibrate"] + words).waited(on: stage) == 64)
        }
    }
}
