// SPDX-License-Identifier: Apache-2.0

import BatonInterruptions
import BatonTestSupport
import Testing

extension EvemuDevice {
    /// A card's headphone jack, plugged in, that is unplugged as soon as a program reads it.
    static var unpluggedJack: EvemuDevice {
        var device = EvemuDevice(name: "HDA Intel PCH Headphone", bus: 0, keys: [])
        device.switches = (has: [2], on: [2])
        device.events = [(0, 5, 2, 0), (0, 0, 0, 0)]
        return device
    }
}

/// The kernel's switches, played by umockdev.
@Suite("Audio jacks")
struct JackTests {
    @Test("I20: without a sound server the kernel's switch says that the headphones are unplugged")
    func unplugged() throws {
        let mock = try MockInputDevice(.unpluggedJack)
        let stage = try AudioStage(mock.environment)
        stage.watch()
        #expect(stage.sees { $0 == .jackGone(7) }, "\(stage.facts) \(String(describing: stage.end))")
        let jack = AudioSink(index: 7, kind: .jack, name: "event7", label: "HDA Intel PCH Headphone")
        #expect(stage.facts == [.sink(jack), .jackGone(7)])
        stage.stop()
    }

    @Test("I23: a switch of a display is one of HDMI; one of a microphone is no output")
    func kinds() throws {
        var device = EvemuDevice.unpluggedJack
        device.switches = (has: [6, 8], on: [6, 8])
        device.events = [(0, 5, 6, 0), (0, 0, 0, 0)]
        var microphone = EvemuDevice(name: "HDA Intel PCH Mic", bus: 0, keys: [])
        microphone.number = 8
        microphone.switches = (has: [4], on: [4])
        let mock = try MockInputDevice(device, microphone)
        let stage = try AudioStage(mock.environment)
        stage.watch()
        #expect(stage.sees { $0 == .jackGone(7) }, "\(stage.facts)")
        #expect(stage.sink("event7")?.transport == .hdmi)
        #expect(stage.sink("event8") == nil)
        stage.stop()
    }

    @Test("I20: with a sound server its ports count, and not the switches")
    func server() throws {
        let mock = try MockInputDevice(.unpluggedJack)
        let stage = try AudioStage(mock.environment)
        try stage.startServer()
        try stage.waitForServer()
        stage.watch()
        #expect(stage.sees { $0 == .listed })
        #expect(!stage.facts.contains(.jackGone(7)))
        #expect(stage.sink("event7") == nil)
        stage.stop()
    }
}
