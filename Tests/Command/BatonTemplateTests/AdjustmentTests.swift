// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import BatonTemplate

@Suite struct AdjustmentTests {
    @Test(
        "a position is in seconds, or in minutes and seconds, absolute or relative",
        arguments: [
            ("12.5", Adjustment.set(12.5)), ("0", .set(0)), ("5+", .change(by: 5)), ("5-", .change(by: -5)),
            ("1:30", .set(90)), ("1:00:01.5", .set(3601.5)), ("1:00-", .change(by: -60)), ("-3", .set(-3)),
        ])
    func readsSeconds(_ text: String, _ expected: Adjustment) { #expect(Adjustment(seconds: text) == expected) }

    @Test(
        "a volume is a factor or a percentage, absolute or relative",
        arguments: [
            ("0.5", Adjustment.set(0.5)), ("50%", .set(0.5)), ("5%+", .change(by: 0.05)), ("0.1-", .change(by: -0.1)),
            ("1", .set(1)),
        ])
    func readsLevels(_ text: String, _ expected: Adjustment) { #expect(Adjustment(level: text) == expected) }

    @Test(
        "a volume that is too loud, or a step with its sign in front, is refused with what may be meant",
        arguments: [
            ("50", VolumeMistake.tooLoud(meant: "50%")), ("1.51", .tooLoud(meant: "1.51%")),
            ("50+", .tooLoud(meant: "50%+")), ("5-", .tooLoud(meant: "5%-")), ("151", .tooLoud(meant: "")),
            ("500%", .tooLoud(meant: "")), ("151%+", .tooLoud(meant: "")), ("+5%", .signInFront(meant: "5%+")),
            ("-5%", .signInFront(meant: "5%-")), ("-0.1", .signInFront(meant: "0.1-")), ("+5%+", .noNumber),
            ("-5%-", .noNumber), ("--5%", .noNumber), ("", .noNumber), ("loud", .noNumber), ("+", .noNumber),
        ])
    func refusesVolumes(_ text: String, _ mistake: VolumeMistake) {
        #expect(throws: mistake) { try Adjustment(volume: text) }
    }

    @Test(
        "playerctl's volumes, and what is at most 150 %, are taken",
        arguments: [
            ("0.0", Adjustment.set(0)), ("1.0", .set(1)), ("1.5", .set(1.5)), ("150%", .set(1.5)),
            ("0.05+", .change(by: 0.05)),
            ("1.0-", .change(by: -1)), ("100%-", .change(by: -1)), ("1", .set(1)),
        ])
    func takesVolumes(_ text: String, _ volume: Adjustment) throws { #expect(try Adjustment(volume: text) == volume) }

    @Test(
        "text that is not a number is refused",
        arguments: ["", "+", "-", "abc", "10s", "nan", "inf", "1:", ":1", "1:2:3:4", "%", "1e300"])
    func refuses(_ text: String) {
        if text != "1e300" { #expect(Adjustment(seconds: text) == nil) }
        if text != "1:" { #expect(Adjustment(level: text) == nil) }
    }

    @Test(
        "a position that does not fit into MPRIS's 64 bits of microseconds is out of range",
        arguments: [
            "9e11:0:0", "9e11:0:0+", "-9e11:0:0", "1.6e11:0", "9e12", "2500000001:0:0-", "1e300", "1e308:1e308",
            "1e400", "1e400-",
        ])
    func refusesFarPositions(_ text: String) throws {
        #expect(try !#require(Adjustment(seconds: text)).isInRange)
        #expect(try #require(Adjustment(seconds: "8e12")).isInRange)
    }
}
