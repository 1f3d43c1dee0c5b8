// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import Testing

/// Rows and dictionaries of the D-Bus API.
@Suite struct WireValueTests {
    private func travels<Content: WireValue & Equatable>(_ content: Content) -> Bool {
        Content(wire: content.wire) == content && content.wire.signature == Content.signature
    }

    @Test("rows come over the bus as they were")
    func rows() {
        #expect(travels([ListedResponder(id: ":1.7/x", identity: "X", status: "Playing", isSuspect: true)]))
        #expect(travels([ListedResponder]()))
        #expect(travels(PlaceReasons([(id: ":1.7/x", reason: "playing")])))
        #expect(
            travels([
                InputReport(
                    kind: "evdev", name: "Buds", state: "off", reason: .input(.nodeForbidden, [.path: "/dev/x"]),
                    command: "play", time: 7)
            ]))
        #expect(travels([HookReport(name: "lamp", isRunning: true, started: 7, status: -1, dropped: 2)]))
        #expect(
            travels([
                ActiveInterruption(id: 3, source: "call", reason: "", requester: ":1.7", since: 9, players: ["mpv"])
            ]))
        #expect(travels([DoctorFinding(section: "input", name: "mpris", state: "off", reason: nil)]))
    }

    @Test("dictionaries come over the bus as they were, and what is nil is left out")
    func dictionaries() throws {
        #expect(travels(HeadsetPress(device: "Buds", section: "device Buds", command: "play", time: 7)))
        #expect(travels(AttitudeEquipment(paired: ["gyroscope"])) && travels(AttitudeEquipment(declination: 4)))
        var report = StreamReport()
        report.version = 2
        report.first.device = "accel_3d"
        report.sensors = [(1, report.first)]
        #expect(travels(report))
        let options = LeaseOptions(resumes: false, seconds: 7)
        #expect(try LeaseOptions(options.wire) == options)
        #expect(options.wire.values.keys.sorted() == ["resume", "seconds"])
    }

    @Test("a value of another type is none; what a newer agent adds is passed over")
    func hostile() {
        for value in [Value.string("x"), .structure([.string("x")]), .array(DBusArray("s", [.string("x")]))] {
            #expect(ListedResponder(wire: value) == nil && InputReport(wire: value) == nil)
            #expect(HookReport(wire: value) == nil && ActiveInterruption(wire: value) == nil)
            #expect([DoctorFinding](wire: value) == nil && HeadsetPress(wire: value) == nil)
            #expect(PlaceReasons(wire: value) == nil && StreamReport(wire: value) == nil)
        }
        let newer = ListedResponder(id: "a.b", identity: "B", status: "Paused", isSuspect: false)
        guard case .structure(let fields) = newer.wire else { return }
        #expect(ListedResponder(wire: .structure(fields + [.string("new")])) == newer)
        #expect(HeadsetPress(wire: .vardict([("new", .string("x"))])) == HeadsetPress(wire: .vardict([])))
    }

    @Test("an option of a wrong type is InvalidArgs, and names the option")
    func options() {
        let wrong = Vardict([("players", .string("mpv"))])
        #expect(throws: DBusError(.invalidArguments, "option 'players' wants a value of type 'as'")) {
            try LeaseOptions(wrong)
        }
    }
}
