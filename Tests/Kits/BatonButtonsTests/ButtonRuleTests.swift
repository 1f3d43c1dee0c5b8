// SPDX-License-Identifier: Apache-2.0

import BatonButtons
import BatonEvents
import Testing

@MainActor
@Suite("Buttons to subtypes: patterns (rules B1–B3, B5, B6)")
struct ButtonRuleTests {
    static let single = [ButtonPattern.click: ButtonAction.remoteControl(.togglePlayPause)]

    @Test(
        "B1: one click is play-or-pause, two are next, three are previous; four and more add nothing", arguments: 1...7)
    func clicks(_ count: Int) {
        let scene = ButtonScene()
        for number in 0..<count { scene.click(at: 1000 + number * 200) }
        let expected = [1: ["1350 togglePlayPause"], 2: ["1550 nextTrack"]][count] ?? ["1450 previousTrack"]
        #expect(scene.finish() == expected)
        #expect(scene.translator.nextDeadline == nil)
    }

    @Test("B1: after four clicks and a pause, one click is one click")
    func afterSurplus() {
        let scene = ButtonScene()
        for number in 0..<4 { scene.click(at: number * 200) }
        scene.click(at: 950)
        #expect(scene.finish() == ["450 previousTrack", "1300 togglePlayPause"])
    }

    @Test("B1: hold on press 2 begins seeking forward at the hold time, and ends it at up; on press 3 backward")
    func holds() {
        let scene = ButtonScene()
        scene.click(at: 0)
        scene.down(at: 200)
        scene.advance(to: 699)
        #expect(scene.log.isEmpty)
        scene.up(at: 2000)
        scene.click(at: 3000)
        scene.click(at: 3200)
        scene.down(at: 3400)
        scene.up(at: 5000)
        #expect(
            scene.finish() == [
                "700 beginSeekingForward", "2000 endSeekingForward", "3900 beginSeekingBackward",
                "5000 endSeekingBackward",
            ])
    }

    @Test("B1: hold on press 1 is unbound, never play-or-pause; bound, it acts at the hold time")
    func hold() {
        let scene = ButtonScene()
        scene.down(at: 0)
        scene.up(at: 900)
        #expect(scene.finish().isEmpty)
        var settings = ButtonSettings()
        settings.patterns[.hold] = .pinNextPlayer
        let bound = ButtonScene(settings)
        bound.down(at: 0)
        bound.up(at: 900)
        #expect(bound.finish() == ["500 pinNextPlayer"])
        #expect(bound.outcomes.first?.pattern == .hold)
    }

    @Test("B1, HEADSET1: KEY_MEDIA and KEY_PLAYPAUSE are such buttons; KEY_PHONE only if it is configured")
    func keys() {
        for key in [PressKey.media, .playPause] {
            let scene = ButtonScene()
            scene.click(key, at: 0)
            #expect(scene.finish() == ["350 togglePlayPause"])
        }
        let scene = ButtonScene()
        scene.click(.phone, at: 0)
        #expect(scene.finish() == ["0 pass on down", "50 pass on up"])
        var settings = ButtonSettings()
        settings.patternKeys.insert(.phone)
        let phone = ButtonScene(settings)
        phone.click(.phone, at: 0)
        #expect(phone.finish() == ["350 togglePlayPause"])
    }

    @Test("B1: a pattern that is not bound does nothing, and is not taken for a shorter one")
    func unbound() {
        var settings = ButtonSettings()
        settings.patterns[.doubleClick] = nil
        settings.patterns[.clickHold] = nil
        let scene = ButtonScene(settings)
        scene.click(at: 0)
        scene.click(at: 200)
        scene.click(at: 1000)
        scene.down(at: 1200)
        scene.up(at: 3000)
        #expect(scene.finish().isEmpty)
        scene.click(at: 2_000_000)
        scene.advance(to: 3_000_000)
        #expect(scene.log == ["2000350 togglePlayPause"])
    }

    @Test("B1: clicks bound to seeking are one step: its beginning and its end")
    func stepOnClick() {
        var settings = ButtonSettings()
        settings.patterns[.doubleClick] = .remoteControl(.beginSeekingForward)
        let scene = ButtonScene(settings)
        scene.click(at: 0)
        scene.click(at: 200)
        #expect(scene.finish() == ["550 beginSeekingForward", "550 endSeekingForward"])
    }

    @Test("B2: the window runs from the up of one press to the down of the next; exactly its end is too late")
    func window() {
        for (second, expected) in [(349, ["699 nextTrack"]), (350, ["350 togglePlayPause", "700 togglePlayPause"])] {
            let scene = ButtonScene()
            scene.click(at: 0)
            scene.click(at: second)
            #expect(scene.finish() == expected, "second click at \(second)")
        }
    }

    @Test("B2: a slow press of 400 ms is a click, and the window begins at its up")
    func slowPress() {
        let scene = ButtonScene()
        scene.down(at: 0)
        scene.up(at: 400)
        scene.down(at: 690)
        scene.up(at: 1000)
        #expect(scene.finish() == ["1300 nextTrack"])
    }

    @Test("B2: from down to down, as Android counts, is selectable")
    func downToDown() {
        var settings = ButtonSettings()
        settings.multiPressStart = .down
        for (second, expected) in [(299, ["599 nextTrack"]), (300, ["300 togglePlayPause", "600 togglePlayPause"])] {
            let scene = ButtonScene(settings)
            scene.click(at: 0)
            scene.click(at: second)
            #expect(scene.finish() == expected, "second click at \(second)")
        }
        let slow = ButtonScene(settings)
        slow.down(at: 0)
        slow.up(at: 400)
        #expect(slow.log == ["400 togglePlayPause"])
        #expect(slow.translator.nextDeadline == nil)
    }

    @Test("B2: decided at once at three, and where no larger count is bound")
    func atOnce() {
        let scene = ButtonScene()
        for number in 0..<3 { scene.click(at: number * 200) }
        #expect(scene.log == ["450 previousTrack"])
        var settings = ButtonSettings()
        settings.patterns = Self.single
        settings.patterns[.doubleClick] = .remoteControl(.nextTrack)
        let two = ButtonScene(settings)
        for number in 0..<3 { two.click(at: number * 200) }
        #expect(two.log == ["250 nextTrack"])
        #expect(two.finish() == ["250 nextTrack"])
        settings.patterns = Self.single
        settings.patterns[.hold] = .volumeUp
        let one = ButtonScene(settings)
        one.click(at: 0)
        one.click(at: 100)
        #expect(one.log == ["50 togglePlayPause", "150 togglePlayPause"])
    }

    @Test("B2: window and hold time are configurable")
    func times() {
        var settings = ButtonSettings()
        settings.multiPress = .milliseconds(100)
        settings.holdTime = .milliseconds(200)
        let scene = ButtonScene(settings)
        scene.click(at: 0)
        scene.click(at: 150)
        scene.click(at: 1000)
        scene.down(at: 1149)
        scene.up(at: 1400)
        #expect(
            scene.finish() == [
                "150 togglePlayPause", "300 togglePlayPause", "1349 beginSeekingForward", "1400 endSeekingForward",
            ])
    }

    @Test("B3: nothing bound but the click: it acts on down, as often as it comes, and nothing waits")
    func immediate() {
        var settings = ButtonSettings()
        settings.patterns = Self.single
        let scene = ButtonScene(settings)
        scene.down(at: 1000)
        #expect(scene.log == ["1000 togglePlayPause"])
        #expect(scene.translator.nextDeadline == nil)
        scene.up(at: 3000)
        scene.click(at: 3100)
        scene.click(at: 3200)
        #expect(scene.finish() == ["1000 togglePlayPause", "3100 togglePlayPause", "3200 togglePlayPause"])
    }

    @Test("B3: with more clicks bound, one click is decided when the window ends: 300 ms after up")
    func deadline() {
        let scene = ButtonScene()
        scene.down(at: 1000)
        #expect(scene.translator.nextDeadline == .milliseconds(1500))
        scene.up(at: 1080)
        #expect(scene.translator.nextDeadline == .milliseconds(1380))
        scene.advance(to: 1379)
        #expect(scene.log.isEmpty)
        scene.advance(to: 1380)
        #expect(scene.log == ["1380 togglePlayPause"])
    }

    @Test("B3: a timer that fires late does not change what was clicked")
    func lateTimer() {
        let scene = ButtonScene()
        scene.click(at: 0)
        scene.click(at: 1000)
        scene.down(at: 5000)
        scene.up(at: 5600)
        scene.click(at: 6000)
        scene.down(at: 6200)
        scene.up(at: 6700)
        #expect(
            scene.finish() == [
                "350 togglePlayPause", "1350 togglePlayPause", "6700 beginSeekingForward", "6700 endSeekingForward",
            ])
    }

    @Test("B5: repetition never makes a click, and is not needed for a hold")
    func repetition() {
        let scene = ButtonScene()
        scene.click(at: 0)
        scene.down(at: 200)
        for time in stride(from: 450, to: 1000, by: 33) {
            scene.note(
                scene.translator.receive(
                    .repeated, of: .playPause, from: ButtonScene.headset, at: .milliseconds(time)))
        }
        scene.up(at: 1000)
        scene.note(
            scene.translator.receive(.repeated, of: .nextSong, from: ButtonScene.headset, at: .milliseconds(1100)))
        #expect(scene.finish() == ["700 beginSeekingForward", "1000 endSeekingForward"])
    }

    @Test(
        "B5, HEADSET2: down and up in one frame, at one time, is a full click",
        arguments: zip(1...3, [RemoteControlSubtype.togglePlayPause, .nextTrack, .previousTrack]))
    func oneFrame(_ count: Int, _ subtype: RemoteControlSubtype) {
        let scene = ButtonScene()
        for number in 0..<count {
            scene.down(at: number * 100)
            scene.up(at: number * 100)
        }
        #expect(scene.finish().map { $0.split(separator: " ").last } == ["\(subtype)"])
        let key = ButtonScene(.keyboard)
        key.down(.nextSong, at: 5)
        key.up(.nextSong, at: 5)
        #expect(key.finish() == ["5 nextTrack"])
    }

    @Test("B6: another key of the device decides the clicks that wait, then acts itself")
    func otherKey() {
        let scene = ButtonScene()
        scene.click(at: 0)
        scene.down(.nextSong, at: 100)
        #expect(scene.log == ["100 togglePlayPause", "100 nextTrack"])
        scene.up(.nextSong, at: 120)
        scene.click(at: 1000)
        scene.click(at: 1200)
        scene.down(.volumeUp, at: 1300)
        #expect(scene.log.suffix(2) == ["1300 nextTrack", "1300 pass on down"])
        scene.click(at: 2000)
        scene.click(.media, at: 2100)
        #expect(scene.finish().suffix(2) == ["2100 togglePlayPause", "2450 togglePlayPause"])
    }

    @Test("B6: another device does not disturb it")
    func otherDevice() {
        let scene = ButtonScene()
        scene.translator.connect(2, ButtonSettings())
        scene.click(at: 0)
        scene.click(.playPause, 2, at: 20)
        scene.click(.nextSong, 2, at: 1000)
        scene.click(at: 200)
        #expect(scene.finish().sorted() == ["1000 nextTrack", "370 togglePlayPause", "550 nextTrack"])
    }

    @Test("nothing comes of a device that is not known, of a key that is up, or of impossible values")
    func nonsense() {
        let scene = ButtonScene()
        scene.click(.playPause, 99, at: 0)
        scene.up(at: 10)
        #expect(ButtonChange(rawValue: 3) == nil)
        #expect(ButtonChange(rawValue: -1) == nil)
        #expect(scene.finish().isEmpty)
        #expect(scene.translator.nextDeadline == nil)
    }

    @Test("a key that goes down twice has gone down once, and time does not go back")
    func twice() {
        let scene = ButtonScene()
        scene.down(at: 1000)
        scene.down(at: 1010)
        scene.up(at: 900)
        scene.up(at: 1050)
        #expect(scene.finish() == ["1300 togglePlayPause"])
    }
}
