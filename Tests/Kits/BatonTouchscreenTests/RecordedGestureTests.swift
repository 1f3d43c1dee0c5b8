// SPDX-License-Identifier: Apache-2.0

import BatonEvents
import BatonTestSupport
import Testing

@testable import BatonTouchscreen

/// What the recognizers find in recordings of real panels, with their default settings.
@MainActor
@Suite("Recorded touches", .serialized)
struct RecordedGestureTests {
    private static let taps = "atmel-maxtouch.1-finger-fast-taps"
    private static let rest = "atmel-maxtouch.2-fingers-touch-release"
    private static let four = "atmel-maxtouch.4-finger-drag-down"
    private static let thereAndBack = "ep0430m09.1-finger-drag-up-down"
    private static let scroll = "ep0430m09.2-finger-scroll-down"

    private func tap(_ count: Int, fingers: Int = 1) -> TapGestureRecognizer {
        let tap = TapGestureRecognizer()
        tap.numberOfTapsRequired = count
        tap.numberOfTouchesRequired = fingers
        return tap
    }

    private func swipe(_ direction: SwipeDirection, fingers: Int) -> SwipeGestureRecognizer {
        let swipe = SwipeGestureRecognizer()
        swipe.direction = direction
        swipe.numberOfTouchesRequired = fingers
        return swipe
    }

    private func log(_ name: String, _ isSplit: Bool, _ recognizer: GestureRecognizer) throws -> [String] {
        let scene = try RecordedScene(name, isSplit: isSplit)
        scene.add(recognizer)
        scene.play()
        return scene.log
    }

    @Test(
        "T13, S10: nine fast taps count from 1 to 9, though five of them begin without an X", arguments: [false, true])
    func tapCounts(isSplit: Bool) throws {
        let scene = try RecordedScene(Self.taps, isSplit: isSplit)
        var counts: [Int] = []
        scene.play { _, event in
            counts += event.allTouches.filter { $0.phase == .ended }.map(\.tapCount)
        }
        #expect(counts == Array(1...9))
    }

    @Test("G41, G31: of nine fast taps each is a tap, every second a double tap, every third a triple tap")
    func taps() throws {
        #expect(try log(Self.taps, false, tap(1)).count == 9)
        let doubles = ["ended 0.317", "ended 0.773", "ended 1.215", "ended 1.685"]
        #expect(try log(Self.taps, false, tap(2)) == doubles)
        #expect(try log(Self.taps, false, tap(3)) == ["ended 0.551", "ended 1.215", "ended 1.934"])
    }

    @Test("G26: with the double tap required to fail, the ninth tap alone is single, 350 ms after its end")
    func singleTap() throws {
        let scene = try RecordedScene(Self.taps)
        let (single, double) = (tap(1), tap(2))
        single.name = "single"
        single.require(toFail: double)
        scene.add(double)
        scene.add(single)
        scene.play()
        #expect(scene.log.filter { $0.hasPrefix("ended") }.count == 4)
        #expect(scene.log.filter { $0.hasPrefix("single") } == ["single ended 2.284"])
    }

    @Test("G70, G80: two fingers that rest neither pinch nor turn", arguments: [false, true])
    func restingFingers(isSplit: Bool) throws {
        for recognizer in [PinchGestureRecognizer(), RotationGestureRecognizer(), tap(1, fingers: 2)] {
            #expect(try log(Self.rest, isSplit, recognizer) == [])
        }
        #expect(try log(Self.rest, isSplit, PanGestureRecognizer()) == ["began 0.233", "ended 0.824"])
    }

    @Test("G90: two fingers that rest are a long press if they may move as far as they do")
    func longPress() throws {
        let hold = LongPressGestureRecognizer()
        hold.numberOfTouchesRequired = 2
        #expect(try log(Self.rest, false, hold) == [])
        let patient = LongPressGestureRecognizer()
        patient.numberOfTouchesRequired = 2
        patient.allowableMovement = 14
        #expect(try log(Self.rest, false, patient) == ["began 0.555", "ended 0.810"])
    }

    @Test(
        "G51: four fingers that land within 111 ms are one swipe of four, and none of three", arguments: [false, true])
    func fourFingers(isSplit: Bool) throws {
        let found = try log(Self.four, isSplit, swipe(.down, fingers: 4))
        #expect(found == ["ended 0.208"])
        for direction in [SwipeDirection.up, .left, .right] {
            #expect(try log(Self.four, isSplit, swipe(direction, fingers: 4)) == [])
        }
        for direction in [SwipeDirection.up, .left, .right, .down] {
            #expect(try log(Self.four, isSplit, swipe(direction, fingers: 3)) == [])
        }
    }

    @Test("G50, G60: a drag there and back is a pan, and a swipe in the direction that it takes first")
    func thereAndBackDrag() throws {
        #expect(try log(Self.thereAndBack, false, PanGestureRecognizer()) == ["began 0.073", "ended 1.434"])
        #expect(try log(Self.thereAndBack, false, swipe(.down, fingers: 1)) == ["ended 0.133"])
        for direction in [SwipeDirection.up, .left, .right] {
            #expect(try log(Self.thereAndBack, false, swipe(direction, fingers: 1)) == [])
        }
    }

    @Test(
        "G51, G70, G80: a scroll with two fingers is a swipe and a pan, no pinch and no rotation",
        arguments: [false, true])
    func scrollGesture(isSplit: Bool) throws {
        #expect(try log(Self.scroll, isSplit, swipe(.up, fingers: 2)) == ["ended 0.256"])
        #expect(try log(Self.scroll, isSplit, PinchGestureRecognizer()) == [])
        #expect(try log(Self.scroll, isSplit, RotationGestureRecognizer()) == [])
        let pan = PanGestureRecognizer()
        pan.minimumNumberOfTouches = 2
        #expect(try log(Self.scroll, isSplit, pan).first == "began 0.101")
    }
}
