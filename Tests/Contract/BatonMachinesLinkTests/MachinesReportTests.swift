// SPDX-License-Identifier: Apache-2.0

import BatonJSON
import BatonTestSupport
import Testing

@testable import BatonMachinesLink

/// What baton-mqtt prints for batonctl: it is read as it was written, and anything else is no report.
@Suite struct MachinesReportTests {
    @Test("a report of a broker is read as it was written", arguments: BrokerReport.State.allCases)
    func broker(state: BrokerReport.State) throws {
        var report = BrokerReport(state, broker: "mqtts://broker.home:8883")
        report.name = "laptop"
        if state == .connected {
            report.latency = .microseconds(1234)
            report.holdsBack = true
            report.speaksVersion5 = false
            report.refused = ["baton/laptop/now"]
            report.isTold = true
        } else {
            report.code = .untrusted
            report.detail = "self-signed"
        }
        #expect(BrokerReport(report.json) == report)
        #expect(try BrokerReport(JSONReader.read(Array(report.json.text.utf8))) == report)
    }

    @Test("a report of a machine is read as it was written")
    func host() {
        var report = HostReport(name: "livingroom")
        report.title = "The living room\u{202E}"
        report.isOnline = true
        report.isFollowed = true
        (report.status, report.player, report.track, report.artist) = ("playing", "mpv", "So What", "Miles")
        report.interruptions = ["call"]
        #expect(HostReport(report.json) == report)
    }

    @Test("anything else is no report, and numbers that no time has are none")
    func others() {
        for value in [
            JSONValue.null, .array([]), .object([:]), .object(["state": .string("odd")]), .string("connected"),
        ] {
            #expect(BrokerReport(value) == nil)
            #expect(HostReport(value) == nil)
        }
        let odd = JSONValue.object(["state": .string("connected"), "latency": .integer(-1), "refused": .string("x")])
        #expect(BrokerReport(odd)?.latency == nil)
        #expect(BrokerReport(odd)?.refused == [])
    }
}
