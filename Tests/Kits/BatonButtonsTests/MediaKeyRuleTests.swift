// SPDX-License-Identifier: Apache-2.0

import BatonButtons
import BatonEvents
import Testing

@MainActor
@Suite("Buttons to subtypes: dedicated keys, belief, loss (rules B4, B7, B9, B10, C3)")
struct MediaKeyRuleTests {
    @Test(
        "B4: dedicated keys act on down, once",
        arguments: [
            (200 as UInt16, RemoteControlSubtype.play), (201, .pause), (166, .stop), (128, .stop), (163, .nextTrack),
            (165, .previousTrack), (207, .play), (164, .togglePlayPause),
        ])
    func dedicated(_ code: UInt16, _ subtype: RemoteControlSubtype) {
        for settings in [ButtonSettings.keyboard, .avrcp] {
            let scene = ButtonScene(settings)
            scene.down(PressKey(rawValue: code), at: 7)
            #expect(scene.log == ["7 \(subtype)"])
            scene.up(PressKey(rawValue: code), at: 3000)
            #expect(scene.finish() == ["7 \(subtype)"])
        }
    }

    @Test("B4: fast forward and rewind begin on down and end on up")
    func seeking() {
        let scene = ButtonScene(.keyboard)
        scene.down(.fastForward, at: 0)
        scene.up(.fastForward, at: 900)
        scene.down(.rewind, at: 1000)
        scene.up(.rewind, at: 1900)
        #expect(
            scene.finish() == [
                "0 beginSeekingForward", "900 endSeekingForward", "1000 beginSeekingBackward",
                "1900 endSeekingBackward",
            ])
    }

    @Test("B4: KEY_PAUSE is a keyboard's, and KEY_MEDIA there opens a player: both are passed on")
    func notOurs() {
        let scene = ButtonScene(.keyboard)
        scene.click(.pause, at: 0)
        scene.click(.media, at: 100)
        #expect(scene.finish() == ["0 pass on down", "50 pass on up", "100 pass on down", "150 pass on up"])
    }

    @Test("C3: while one key seeks, another command ends the seeking first; the end comes once")
    func interleaved() {
        let scene = ButtonScene()
        scene.down(.fastForward, at: 0)
        scene.down(.nextSong, at: 100)
        scene.up(.fastForward, at: 200)
        scene.up(.nextSong, at: 300)
        scene.click(at: 1000)
        scene.down(at: 1200)
        scene.down(.rewind, at: 2000)
        scene.up(at: 2100)
        scene.up(.rewind, at: 2200)
        #expect(
            scene.finish() == [
                "0 beginSeekingForward", "100 endSeekingForward", "100 nextTrack", "1700 beginSeekingForward",
                "2000 endSeekingForward", "2000 beginSeekingBackward", "2200 endSeekingBackward",
            ])
    }

    @Test("B7: an AVRCP node has no click patterns: each press acts at once")
    func avrcp() {
        let scene = ButtonScene(.avrcp)
        scene.click(.playCD, at: 0)
        scene.click(.pauseCD, at: 100)
        scene.click(.nextSong, at: 200)
        #expect(scene.log == ["0 play", "100 pause", "200 nextTrack"])
        #expect(scene.translator.nextDeadline == nil)
    }

    @Test(
        "B7: Pause and Stop never start anything, Play never pauses anything, whatever plays",
        arguments: [true, false, nil] as [Bool?])
    func asSent(_ isPlaying: Bool?) {
        let keys: [(PressKey, RemoteControlSubtype)] = [
            (.play, .play), (.playCD, .play), (.pauseCD, .pause), (.stop, .stop), (.stopCD, .stop),
        ]
        for settings in [ButtonSettings(), .keyboard, .avrcp] {
            for (key, expected) in keys {
                let scene = ButtonScene(settings)
                scene.translator.isPlaying = { isPlaying }
                scene.click(key, at: 0)
                #expect(scene.finish() == ["0 \(expected)"])
            }
        }
    }

    @Test("B7, I52: for a device that the user names, only play and pause that contradict the player are a toggle")
    func correction() {
        var settings = ButtonSettings.avrcp
        settings.belief = .corrected
        for (isPlaying, expected) in [
            (true, ["0 togglePlayPause", "100 pause"]), (false, ["0 play", "100 togglePlayPause"]),
            (nil, ["0 play", "100 pause"]),
        ] {
            let scene = ButtonScene(settings)
            scene.translator.isPlaying = { isPlaying }
            scene.click(.playCD, at: 0)
            scene.click(.pauseCD, at: 100)
            #expect(scene.finish() == expected, "playing: \(String(describing: isPlaying))")
        }
        #expect(RemoteControlSubtype.nextTrack.meant(by: .corrected, isPlaying: true) == .nextTrack)
        #expect(RemoteControlSubtype.stop.meant(by: .corrected, isPlaying: false) == .stop)
    }

    @Test("I52: a device that only ever sends Play toggles by it, whatever plays; no other command changes")
    func toggling() {
        for isPlaying in [true, false, nil] as [Bool?] {
            for command in RemoteControlSubtype.allCases {
                let meant = command.meant(by: .toggle, isPlaying: isPlaying)
                let changes = command == .play || command == .pause
                #expect(
                    meant == (changes ? .togglePlayPause : command),
                    "\(command), playing: \(String(describing: isPlaying))")
                #expect(command.meant(by: .sent, isPlaying: isPlaying) == command)
            }
        }
    }

    @Test("B9: gone while a key is down: no click, waiting clicks dropped, seeking ends")
    func gone() {
        let scene = ButtonScene()
        scene.click(at: 0)
        scene.down(at: 200)
        scene.note(scene.translator.disconnect(ButtonScene.headset, at: .milliseconds(300)))
        #expect(scene.finish().isEmpty)
        #expect(scene.translator.nextDeadline == nil)
        let waiting = ButtonScene()
        waiting.click(at: 0)
        waiting.note(waiting.translator.disconnect(ButtonScene.headset, at: .milliseconds(200)))
        #expect(waiting.finish().isEmpty)
        for key in [PressKey.playPause, .fastForward] {
            let seeking = ButtonScene()
            if key == .playPause { seeking.click(at: 0) }
            seeking.down(key, at: 200)
            seeking.advance(to: 1000)
            seeking.note(seeking.translator.disconnect(ButtonScene.headset, at: .milliseconds(1500)))
            #expect(seeking.finish().last == "1500 endSeekingForward")
            #expect(seeking.log.count == 2)
        }
    }

    @Test("B9, T21: cancelled, the device stays; the up of a key that was down is dropped; the next click counts")
    func cancelled() {
        let scene = ButtonScene()
        scene.click(at: 0)
        scene.down(at: 200)
        scene.advance(to: 800)
        scene.note(scene.translator.cancelAll(at: .milliseconds(900)))
        scene.up(at: 1000)
        scene.click(at: 1100)
        #expect(scene.finish() == ["700 beginSeekingForward", "900 endSeekingForward", "1450 togglePlayPause"])
    }

    @Test("B9: cancelled after three clicks, the next click is a new one at once")
    func cancelledSurplus() {
        let scene = ButtonScene()
        for number in 0..<3 { scene.click(at: number * 200) }
        scene.note(scene.translator.cancelAll(at: .milliseconds(500)))
        scene.click(at: 600)
        #expect(scene.finish() == ["450 previousTrack", "950 togglePlayPause"])
    }

    @Test("B9: a device that comes again under the same number begins anew")
    func again() {
        let scene = ButtonScene()
        scene.down(.rewind, at: 0)
        scene.note(scene.translator.connect(ButtonScene.headset, ButtonSettings(), at: .milliseconds(50)))
        scene.up(.rewind, at: 100)
        scene.click(at: 200)
        #expect(scene.finish() == ["0 beginSeekingBackward", "50 endSeekingBackward", "550 togglePlayPause"])
    }

    @Test("B10: volume keys are passed on with each change, repetitions too")
    func volume() {
        let scene = ButtonScene()
        for key in [PressKey.volumeUp, .volumeDown, .mute, .microphoneMute] {
            for change in [ButtonChange.down, .repeated, .up] {
                let outcomes = scene.translator.receive(change, of: key, from: ButtonScene.headset, at: .zero)
                #expect(outcomes.map(\.work) == [.passOn(change)])
                #expect(outcomes.first?.key == key)
            }
        }
    }

    @Test("a flood of 700 keys leaves nothing behind")
    func flood() {
        let scene = ButtonScene()
        for round in 0..<20 {
            for code in 0..<UInt16(700) { scene.click(PressKey(rawValue: code), at: round * 100) }
        }
        scene.advance(to: 1_000_000)
        #expect(scene.translator.nextDeadline == nil)
        let passed = scene.outcomes.filter { if case .passOn = $0.work { true } else { false } }
        #expect(passed.count == 20 * 2 * (700 - 12 + 1))
    }
}
