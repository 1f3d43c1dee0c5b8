// SPDX-License-Identifier: Apache-2.0

import BatonEvents
import BatonTestSupport
import BatonTouchReport
import BatonTouchscreen
import Foundation
import Testing

/// What a board finds in the recordings of real panels that the tests of BatonTouchscreen have.
@MainActor
@Suite("Recorded touches on a board", .serialized)
struct GestureBoardTests {
    private static let taps = "atmel-maxtouch.1-finger-fast-taps"
    private static let four = "atmel-maxtouch.4-finger-drag-down"
    private static let thereAndBack = "ep0430m09.1-finger-drag-up-down"
    private static let scroll = "ep0430m09.2-finger-scroll-down"
    private nonisolated static let names = [
        "atmel-maxtouch.1-finger-fast-taps", "atmel-maxtouch.2-fingers-touch-release",
        "atmel-maxtouch.4-finger-drag-down", "ep0430m09.1-finger-drag-up-down", "ep0430m09.2-finger-scroll-down",
    ]

    private static func text(_ name: String) throws -> String {
        try String(
            contentsOfFile: "\(Checkout.root)/Tests/Kits/BatonTouchscreenTests/Recordings/\(name).events",
            encoding: .utf8)
    }

    @Test("S8: on a panel that is mounted upside down, the same scroll goes down")
    func upsideDown() throws {
        for (matrix, orientation) in [("-1 0 1 0 -1 1", PanelOrientation.upright), ("1 0 0 0 1 0", .upsideDown)] {
            let recording = try TouchRecording(try Self.text(Self.scroll))
            var panel = try recording.panel.get()
            panel.calibration = try #require(AffineTransform(calibration: matrix))
            panel.orientation = orientation
            let board = GestureBoard(size: panel.size)
            board.play(recording, on: panel)
            #expect(board.counts.swipes == ["2 down": 1])
        }
    }

    @Test("each recording gives the gestures that were made, and no others", arguments: names)
    func board(_ name: String) throws {
        let recording = try TouchRecording(try Self.text(name))
        let panel = try recording.panel.get()
        let board = GestureBoard(size: panel.size)
        board.play(recording, on: panel)
        var wanted = GestureCounts()
        wanted.pans = name == Self.taps ? 0 : 1
        switch name {
        case Self.taps: (wanted.singleTaps, wanted.doubleTaps, wanted.tapCounts) = (9, 4, Array(1...9))
        case Self.four: wanted.swipes = ["4 down": 1]
        case Self.thereAndBack: wanted.swipes = ["1 down": 1]
        case Self.scroll: wanted.swipes = ["2 up": 1]
        default: break
        }
        #expect(board.counts == wanted)
    }
}
