// SPDX-License-Identifier: Apache-2.0

import BatonButtons
import BatonEvents
import Testing

/// What presses tell of a headset, from a table and through the steps of a trial (rule I55).
@Suite("Headsets: evidence of a trial")
struct HeadsetEvidenceTests {
    /// What a headset sends: `a` Pause, `p` Play.
    private static func commands(_ text: String) -> [RemoteControlSubtype] { text.map { $0 == "p" ? .play : .pause } }

    @Test(
        "I55: what presses tell, and the lines of baton.conf that follow",
        arguments: [
            ("aaaa", "pp", "", HeadsetEvidence.Finding.listens, ["play-pause = sent"]),
            ("apap", "ap", "", .ownBelief, ["play-pause = corrected"]),
            ("papa", "pa", "", .ownBelief, ["play-pause = corrected"]),
            ("pppp", "pp", "", .onlyPlay, ["play-pause = toggle"]),
            // Whatever came before: what comes without a press is the sensor's.
            ("pppp", "pp", "ap", .worn, ["play-pause = sent", "wear = yes"]),
            ("apap", "ap", "a", .worn, ["play-pause = sent", "wear = yes"]),
            ("aaaa", "pp", "ap", .worn, ["play-pause = sent", "wear = yes"]),
            // No clear pattern.
            ("aaap", "pp", "", .mixed, ["play-pause = sent"]), ("apap", "pp", "", .mixed, ["play-pause = sent"]),
            ("apap", "aa", "", .mixed, ["play-pause = sent"]), ("pppp", "pa", "", .mixed, ["play-pause = sent"]),
            ("pppp", "aa", "", .mixed, ["play-pause = sent"]), ("aaaa", "aa", "", .mixed, ["play-pause = sent"]),
            ("appa", "ap", "", .mixed, ["play-pause = sent"]), ("pppp", "p", "", .mixed, ["play-pause = sent"]),
            ("apap", "", "", .mixed, ["play-pause = sent"]),
            // Nothing is said.
            ("app", "", "", .incomplete, []), ("", "", "", .incomplete, []),
        ])
    func table(
        _ playing: String, _ paused: String, _ unpressed: String, _ finding: HeadsetEvidence.Finding,
        _ settings: [String]
    ) {
        var evidence = HeadsetEvidence()
        evidence.whilePlaying = Self.commands(playing)
        evidence.whilePaused = Self.commands(paused)
        evidence.unpressed = Self.commands(unpressed)
        #expect(evidence.finding == finding && evidence.settings == settings, "\(playing) \(paused) \(unpressed)")
    }

    @Test("I50, I55: of all that six presses and a sensor can send, only two patterns are not taken at their word")
    func safe() {
        var others: [String] = []
        for bits in 0..<64 {
            var evidence = HeadsetEvidence()
            let all: [RemoteControlSubtype] = (0..<6).map { bits >> $0 & 1 == 1 ? .play : .pause }
            evidence.whilePlaying = Array(all.prefix(4))
            evidence.whilePaused = Array(all.suffix(2))
            if evidence.belief != .sent { others.append(all.map { $0 == .play ? "p" : "a" }.joined()) }
            evidence.unpressed = [.pause]
            #expect(evidence.belief == .sent, "\(all): what feels whether it is worn is taken at its word")
        }
        #expect(others.sorted() == ["apapap", "apappa", "papaap", "papapa", "pppppp"], "\(others)")
    }

    /// A trial with these commands, each at its time in ms; what each was counted as.
    private func play(
        _ trial: inout HeadsetTrial, _ presses: [(RemoteControlSubtype, Int)]
    ) -> [HeadsetTrial.Count] {
        presses.map { trial.receive($0.0, at: .milliseconds($0.1)) }
    }

    @Test("I55: four presses while it is shown \"playing\", two while \"paused\", then it is taken off and put on")
    func steps() {
        var trial = HeadsetTrial(asksToTakeOff: true)
        #expect(trial.isShownPlaying && trial.wanted == 4)
        let first = play(&trial, [(.pause, 0), (.pause, 1500), (.pause, 4000), (.pause, 6000)])
        #expect(first == [.press(1), .press(2), .press(3), .press(4)])
        #expect(trial.step == .whilePaused && !trial.isShownPlaying && trial.wanted == 2)
        let second = play(&trial, [(.play, 8000), (.play, 10000)])
        #expect(second == [.press(1), .press(2)])
        #expect(trial.step == .takingOff && trial.isShownPlaying, "a headset sends Pause to what plays")
        let off = play(&trial, [(.pause, 15000)])
        #expect(off == [.unpressed])
        #expect(!trial.isShownPlaying, "what it has paused is paused")
        let on = play(&trial, [(.play, 15100)])
        #expect(on == [.unpressed])
        #expect(trial.step == .done && trial.evidence.finding == .worn)
    }

    @Test("I55: a trial may end without its last step, and says what is known then")
    func skipped() {
        var trial = HeadsetTrial(asksToTakeOff: false)
        for number in 0..<6 { _ = trial.receive(.play, at: .seconds(number * 2)) }
        #expect(trial.step == .done && trial.evidence.finding == .onlyPlay)
        trial = HeadsetTrial(asksToTakeOff: true)
        for number in 0..<6 { _ = trial.receive(.play, at: .seconds(number * 2)) }
        trial.expire()
        #expect(trial.step == .done && trial.evidence.finding == .onlyPlay)
    }

    @Test("I55: a press that comes too soon begins its step anew; other buttons count nothing")
    func tooSoon() {
        var trial = HeadsetTrial(asksToTakeOff: false)
        let counts = play(&trial, [(.play, 0), (.play, 2000), (.pause, 3499), (.nextTrack, 4000), (.pause, 5000)])
        #expect(counts == [.press(1), .press(2), .tooSoon, .other, .press(1)])
        _ = play(&trial, [(.pause, 7000), (.pause, 9000), (.pause, 11000), (.play, 13000)])
        let last = play(&trial, [(.pause, 13100), (.play, 15000), (.play, 17000)])
        #expect(last == [.tooSoon, .press(1), .press(2)])
        #expect(trial.evidence.finding == .listens)
    }

    @Test("I55: a headset that does not stop ends the trial, and is taken at its word")
    func flood() {
        var trial = HeadsetTrial(asksToTakeOff: true)
        var last: HeadsetTrial.Count?
        var count = 0
        while trial.step != .done, count < 1000 {
            last = trial.receive(count % 2 == 0 ? .play : .pause, at: .milliseconds(count))
            count += 1
        }
        #expect(last == .flood && count == HeadsetTrial.most + 1, "\(count) commands")
        #expect(trial.evidence.finding == .mixed && trial.evidence.belief == .sent)
    }
}
