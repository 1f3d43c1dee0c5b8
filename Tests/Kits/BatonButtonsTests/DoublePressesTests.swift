// SPDX-License-Identifier: Apache-2.0

import BatonButtons
import BatonEvents
import Testing

/// Which presses are a pair that tells that a headset seems to need two (rule I56).
@Suite("Headsets: passive evidence")
struct DoublePressesTests {
    /// Presses of headsets, at these seconds.
    private final class Course {
        private var presses = DoublePresses()

        func press(
            _ command: RemoteControlSubtype, at seconds: Double, isPlaying: Bool?, connected: Double? = nil,
            of headset: String = "A"
        ) -> Bool {
            presses.press(
                command, of: headset, isPlaying: isPlaying, connectedAt: connected.map { .seconds($0) },
                at: .seconds(seconds))
        }

        func wear(at seconds: Double) -> [String] { presses.wear(at: .seconds(seconds)) }
    }

    @Test("I56: a press without an effect, and the opposite one within 3 s, are such a pair")
    func pair() {
        let course = Course()
        #expect(!course.press(.play, at: 100, isPlaying: true))
        #expect(course.press(.pause, at: 103, isPlaying: true))
        #expect(!course.press(.play, at: 104, isPlaying: false), "it had an effect")
        #expect(!course.press(.pause, at: 200, isPlaying: false))
        #expect(course.press(.play, at: 201, isPlaying: false))
    }

    @Test(
        "I56: no pair: too late, the same twice, with an effect, nothing known, another button between",
        arguments: [
            ([(RemoteControlSubtype.play, 100.0), (.pause, 103.1)], true as Bool?),
            ([(.play, 100), (.play, 101)], true),
            ([(.pause, 100), (.play, 101)], true), ([(.play, 100), (.pause, 101)], nil),
            ([(.play, 100), (.nextTrack, 101), (.pause, 102)], true),
        ])
    func noPair(_ presses: [(RemoteControlSubtype, Double)], _ isPlaying: Bool?) {
        let course = Course()
        for (command, at) in presses { #expect(!course.press(command, at: at, isPlaying: isPlaying), "\(presses)") }
    }

    @Test("I56: two headsets are not one")
    func twoHeadsets() {
        let course = Course()
        #expect(!course.press(.play, at: 100, isPlaying: true))
        #expect(!course.press(.pause, at: 101, isPlaying: true, of: "B"))
        #expect(course.press(.pause, at: 102, isPlaying: true))
    }

    @Test("I56: within 10 s of connecting, or of a program's word that it is worn, nothing counts")
    func near() {
        let course = Course()
        #expect(!course.press(.play, at: 109, isPlaying: true, connected: 100))
        #expect(!course.press(.pause, at: 111, isPlaying: true, connected: 100), "the first one was too early")
        #expect(!course.press(.play, at: 200, isPlaying: true))
        #expect(course.wear(at: 201) == [])
        #expect(!course.press(.pause, at: 202, isPlaying: true))
        #expect(!course.press(.play, at: 211, isPlaying: true))
        #expect(!course.press(.pause, at: 211.5, isPlaying: true), "the first one was too early")
        #expect(!course.press(.play, at: 220, isPlaying: true))
        #expect(course.press(.pause, at: 221, isPlaying: true))
        #expect(course.wear(at: 230) == ["A"], "the program said so afterwards")
        #expect(course.wear(at: 231) == [], "once")
    }

    @Test("I56: many headsets are not followed for ever")
    func bounded() {
        let course = Course()
        for number in 0..<1000 {
            _ = course.press(.play, at: 1, isPlaying: true, of: "\(number)")
        }
        #expect(course.press(.pause, at: 2, isPlaying: true, of: "0"))
        #expect(!course.press(.pause, at: 2, isPlaying: true, of: "999"))
    }
}
