// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import Testing

@testable import batonctl

/// What the first lines of the set-up say of the machine.
@Suite struct SetupSummaryTests {
    private func summary(_ rows: DoctorLine...) -> SetupSummary {
        SetupSummary(desktop: "sway", players: [], report: DoctorReport(agent: "1", rows: rows))
    }

    private static let sensor = DoctorLine(
        section: "sensor", name: "accelerometer", state: "works", reason: "bmc150_accel, polled at 12.5 Hz to 50 Hz")
    private static let daemon = DoctorLine(
        section: "notifications", name: "daemon", state: "works", reason: "mako 1.7 draws no buttons")

    @Test("SETUP1: what was found stands in one column, and at a terminal is wrapped within it")
    func columns() {
        #expect(
            summary(Self.sensor, Self.daemon).lines() == [
                "  desktop        sway",
                "  players        none runs",
                "  keys from      no input yet",
                "  accelerometer  bmc150_accel, polled at 12.5 Hz to 50 Hz",
                "  notifications  mako 1.7 draws no buttons",
            ])
        #expect(
            summary(Self.sensor).lines(columns: 50).suffix(4) == [
                "  accelerometer  bmc150_accel, polled at 12.5 Hz",
                "                 to 50 Hz",
                "  notifications  no daemon: no question can be",
                "                 asked",
            ])
    }
}
