// SPDX-License-Identifier: Apache-2.0

import BatonTestSupport
import Foundation
import Testing

@testable import BatonInput

/// Which nodes are headsets (rules HEADSET8 to HEADSET11).
@Suite("Input nodes: what they are")
struct RoleTests {
    static func recording(_ name: String) throws -> EvemuDevice {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Recordings")
        return EvemuDevice(try String(contentsOf: folder.appending(path: name), encoding: .utf8))
    }

    static func node(_ device: EvemuDevice) -> InputNode {
        let axes = [device.codes(2), device.codes(3)]
        return InputNode(
            path: "/dev/input/event7", name: device.name, bus: device.identity[0], vendor: device.identity[1],
            product: device.identity[2], keys: KeySet(device.keys),
            hasPointer: axes.contains { $0.contains(0) && $0.contains(1) })
    }

    @Test(
        "HEADSET3, HEADSET10: recorded headsets are headsets, whatever they claim",
        arguments: ["plantronics-audio648", "plantronics-savi7xx", "sony-wireless-stereo-headset"])
    func headsets(_ name: String) throws {
        #expect(Self.node(try Self.recording("\(name).desc")).role == .headset)
    }

    @Test("a headset with every axis points nowhere: it is read for its keys only, or not at all")
    func everyAxis() throws {
        let device = try Self.recording("logitech-g933-headset.desc")
        #expect(device.keys == [114, 115, 248])
        #expect(Self.node(device).role != .mediaKeys)
    }

    @Test("HEADSET1, HEADSET11, B1: one button is one without keys for the next and the previous track")
    func oneButton() throws {
        #expect(!Self.node(try Self.recording("sony-wireless-stereo-headset.desc")).hasOneButton)
        #expect(InputNode(path: "", name: "", keys: KeySet([226, 114, 115])).hasOneButton)
    }

    @Test("HEADSET8: a node with a letter is a keyboard, whatever else it is")
    func letters() {
        for letter in [16, 30, 44, 50] {
            let node = InputNode(
                path: "", name: "Gaming Headset (AVRCP)", bus: 5, vendor: 0x047f, keys: KeySet([164, 163, letter]),
                hasJack: true, isSoundDevice: true)
            #expect(node.role == .unsuitable(.keyboard))
            #expect(node.isKeyboard)
        }
    }

    @Test("HEADSET5, B7: bluetoothd's nodes are told by bus and name")
    func avrcp() {
        let keys = KeySet([200, 201, 163, 165, 2, 3])
        #expect(InputNode(path: "", name: "Buds (AVRCP)", bus: 5, keys: keys).role == .avrcp)
        #expect(InputNode(path: "", name: "Buds (AVRCP)", bus: 3, keys: keys).role == .mediaKeys)
    }

    @Test("HEADSET3, HEADSET9: a jack, a sound card and a name make a headset of media keys; other keys make none")
    func media() {
        let keys = KeySet([164, 114])
        #expect(InputNode(path: "", name: "Consumer Control", keys: keys).role == .mediaKeys)
        #expect(InputNode(path: "", name: "Consumer Control", keys: keys, isSoundDevice: true).role == .headset)
        #expect(InputNode(path: "", name: "sof-hda-dsp Jack", keys: keys, hasJack: true).role == .headset)
        #expect(InputNode(path: "", name: "USB Earphones", keys: keys).role == .headset)
        #expect(InputNode(path: "", name: "Power Button", keys: KeySet([116])).role != .mediaKeys)
        #expect(
            InputNode(path: "", name: "Button Box", keys: KeySet(0x100..<0x140)).role == .unsuitable(.noMediaKeys),
            "64 buttons made a headset")
        #expect(InputNode(path: "", name: "Mouse", keys: KeySet([272, 164]), hasPointer: true).role != .mediaKeys)
    }

    @Test("B8: the nodes of one device have its name in common")
    func device() {
        func node(_ phys: String, _ unique: String = "") -> InputNode {
            InputNode(path: "", name: "", physicalPath: phys, uniqueID: unique, keys: KeySet())
        }
        #expect(node("usb-0000:00:14.0-1/input0").device == node("usb-0000:00:14.0-1/input3").device)
        #expect(node("usb-0000:00:14.0-1/input0").device != node("usb-0000:00:14.0-2/input0").device)
        #expect(node("a", "00:11").device == node("b", "00:11").device)
        #expect(node("").device.isEmpty)
    }
}
