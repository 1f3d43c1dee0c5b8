// SPDX-License-Identifier: Apache-2.0

import BatonInterruptions
import Testing

@testable import BatonInterruptionCauses

@Suite("The sleep timer as it is saved")
struct SleepRecordTests {
    private static let player = PlayerIdentity(name: "org.mpris.MediaPlayer2.mpv", owner: ":1.4")

    @Test(
        "I142: what is saved gives the same again",
        arguments: [
            SleepRecord.time(.seconds(7), thenTrack: true), .time(.zero, thenTrack: false),
            .track(player, track: .max, end: nil), .track(player, track: 3, end: .seconds(9)),
        ])
    func text(record: SleepRecord) {
        #expect(SleepRecord(text: record.text) == record)
    }

    @Test(
        "I142: any other text is no timer",
        arguments: [
            "", "baton-sleep 1\n", "baton-sleep 2\ntime 1 now\n", "baton-sleep 1\ntime 1 now",
            "baton-sleep 1\ntime -1 now\n", "baton-sleep 1\ntime 1 then\n", "baton-sleep 1\ntrack a b 1 -\n",
            "baton-sleep 1\ntrack a :1.1 1 x\n", "baton-sleep 1\ntime 99999999999999999999 now\n",
        ])
    func wrong(text: String) {
        #expect(SleepRecord(text: text) == nil)
    }
}
