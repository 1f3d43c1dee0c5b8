// SPDX-License-Identifier: Apache-2.0

import BatonEvents
import Testing

@testable import BatonTouchscreen

@MainActor
@Suite("Slots of a panel")
struct TouchSlotsRuleTests {
    @Test("S10: what a slot showed last is where its next finger begins, if the kernel does not say otherwise")
    func valuesStay() throws {
        let stage = try PanelStage()
        #expect(stage.frame("id 1 x 10 y 20") == [["0 began 10,20"]])
        #expect(stage.frame("id -1") == [["0 ended 10,20"]])
        #expect(stage.frame("id 2 y 30") == [["1 began 10,30"]])
        #expect(stage.frame("x 11") == [["1 changed 11,30"]])
    }

    @Test("S10: a slot that was named stays the one that values are of")
    func slotStays() throws {
        let stage = try PanelStage()
        stage.frame("id 1 x 10 y 10 slot 3 id 2 x 50 y 50")
        #expect(stage.frame("x 60") == [["1 changed 60,50"]])
        #expect(stage.frame("slot 0 x 20 slot 3 x 70") == [["0 changed 20,10", "1 changed 70,50"]])
        #expect(stage.slots.fingerCount == 2)
    }

    @Test("S11: a number that takes the place of another is an end and a beginning")
    func replacedFinger() throws {
        let stage = try PanelStage()
        stage.frame("id 1 x 10 y 10")
        #expect(stage.frame("id 2 x 90 y 90") == [["0 ended 10,10"], ["1 began 90,90"]])
    }

    @Test("S11: a tap within one frame is a beginning and an end, at its place")
    func tapInOneFrame() throws {
        let stage = try PanelStage()
        #expect(stage.frame("id 1 x 10 y 10 id -1") == [["0 began 10,10"], ["0 ended 10,10"]])
        #expect(stage.frame("id 2 x 12 id -1 id 3 x 14").count == 3)
        #expect(stage.slots.fingerCount == 1)
    }

    @Test("S11: a move and an end in one frame are an end at the new place")
    func moveAndEnd() throws {
        let stage = try PanelStage()
        stage.frame("id 1 x 10 y 10")
        #expect(stage.frame("x 30 id -1") == [["0 ended 30,10"]])
    }

    @Test("S12: a finger that turns out to be a palm is cancelled, and counts for nothing until it leaves")
    func palm() throws {
        let stage = try PanelStage()
        stage.frame("id 1 x 10 y 10")
        #expect(stage.frame("tool 2") == [["0 cancelled 10,10"]])
        #expect(stage.frame("x 40 tool 0") == [])
        #expect(stage.frame("id -1") == [])
        #expect(stage.frame("id 2 x 50") == [["1 began 50,10"]])
        stage.frame("id -1")
        #expect(stage.frame("id 3 tool 2") == [], "a palm from the beginning is no touch")
        #expect(stage.frame("tool 0 x 60") == [], "and becomes none")
        #expect(stage.frame("id 4 tool 1") == [["2 began 60,10"]], "a pen touches as a finger does")
    }

    @Test("S12: a finger that hovers is not down")
    func hover() throws {
        let stage = try PanelStage()
        #expect(stage.frame("id 1 x 10 y 10 distance 5") == [])
        #expect(stage.frame("x 20 distance 0") == [["0 began 20,10"]])
        #expect(stage.frame("x 30 distance 1") == [["0 ended 30,10"]])
        #expect(stage.frame("id -1") == [])
    }

    @Test("S12, T21: lost events cancel the touches, and what is on the panel counts for nothing until it leaves")
    func lostEvents() throws {
        let stage = try PanelStage()
        stage.frame("id 1 x 10 y 10 slot 1 id 2 x 50 y 50")
        #expect(stage.frame("dropped 0 slot 0 x 99") == [["0 cancelled 10,10", "1 cancelled 50,50"]])
        #expect(stage.frame("slot 0 x 20 slot 1 id -1") == [])
        #expect(stage.frame("id 3") == [["2 began 50,50"]])
        #expect(stage.frame("slot 0 id 4") == [["3 began 20,10"]], "the number that was lost has left")
    }

    @Test("S12, T21: a panel that is unplugged cancels its touches once")
    func unplugged() throws {
        let stage = try PanelStage()
        stage.frame("id 1 x 10 y 10")
        stage.note(stage.slots.cancel(at: .seconds(1)))
        stage.note(stage.slots.cancel(at: .seconds(1)))
        #expect(stage.log == [["0 began 10,10"], ["0 cancelled 10,10"]])
    }

    @Test("S12: fingers that are down when the panel is opened count for nothing until they leave")
    func strangers() throws {
        let stage = try PanelStage()
        stage.slots.adopt(slot: 0, trackingID: 5, x: 10, y: 10, toolType: 0, distance: 0)
        stage.slots.adopt(slot: 77, trackingID: 5, x: 10, y: 10, toolType: 0, distance: 0)
        #expect(stage.frame("x 20") == [])
        #expect(stage.frame("id -1") == [])
        #expect(stage.frame("id 6") == [["0 began 20,10"]])
    }

    @Test("S9: slots that the panel does not have, and codes that are not known, are ignored")
    func hostile() throws {
        let stage = try PanelStage()
        #expect(stage.frame("slot 10 id 1 x 5 y 5") == [])
        #expect(stage.frame("slot -1 id 1 x 5 y 5") == [])
        #expect(stage.frame("slot 2147483647 id 1") == [])
        #expect(stage.frame("slot 2 id -7 unknown 3") == [])
        #expect(stage.frame("id 2147483647 x -2147483648 y 2147483647").count == 1)
        for _ in 0..<1000 { stage.frame("id -1 x 2147483647 id 3", isEnded: false) }
        #expect(stage.frame("id -1").count <= 65, "the fingers of one frame are bounded (rule W10)")
    }

    @Test("S13, T21: a suspended panel cancels its fingers and tells of none; those that stay count for nothing")
    func suspended() throws {
        let stage = try PanelStage()
        stage.frame("id 1 x 10 y 10 slot 1 id 2 x 50 y 50")
        stage.note(stage.slots.suspend(at: .seconds(1)))
        #expect(stage.log.last?.sorted() == ["0 cancelled 10,10", "1 cancelled 50,50"])
        #expect(stage.frame("x 60") == [])
        #expect(stage.frame("slot 2 id 3 x 70 y 70") == [])
        #expect(stage.slots.suspend(at: .seconds(2)).isEmpty, "there is nothing to cancel")
        stage.slots.resume()
        #expect(stage.frame("x 80 slot 0 x 20") == [], "they were down before")
        #expect(stage.frame("id -1 slot 2 id -1") == [])
        #expect(stage.frame("id 4 x 90 y 90") == [["2 began 90,90"]])
        #expect(stage.slots.fingerCount == 2)
    }
}
