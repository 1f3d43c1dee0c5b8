// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonReactor
import BatonTestSupport
import Foundation
import Testing

/// The operating point on org.baton.Baton1 (rules SHAKE15 and SHAKE16).
@Suite struct ShakePointTests {
    private func calibrate(_ sensitivity: String, _ raise: Double, on stage: AgentStage) throws -> ErrorName? {
        try stage.baton("CalibrateShake", .string(sensitivity), .double(raise)).errorName
    }

    private func details(_ stage: AgentStage) throws -> [String: Value] {
        try stage.property("ShakePointDetails").asVardict ?? [:]
    }

    @Test("SHAKE16: a calibration is in use at once, told as changed, remembered, and forgotten")
    func remembered() throws {
        let stage = try AgentStage()
        #expect(try stage.property("ShakePoint") == .string("sensitivity-by-form-factor"))
        var told: Set<String> = []
        let match = stage.client.addMatch(
            MatchRule(interface: "org.freedesktop.DBus.Properties", member: "PropertiesChanged")
        ) { message in
            told.formUnion((try? message.arguments())?.last?.asStringArray ?? [])
        }
        defer { match.cancel() }
        try stage.settle(stage.client)
        #expect(try calibrate("low", 0.5, on: stage) == nil)
        #expect(try stage.property("ShakePoint") == .string("sensitivity-calibrated"))
        #expect(stage.turn { told.contains("ShakePoint") && told.contains("ShakePointDetails") }, "\(told)")
        #expect(try stage.stopAgent() == 0)
        try stage.startAgent()
        #expect(try stage.property("ShakePoint") == .string("sensitivity-calibrated"))
        let details = try details(stage)
        #expect(details["sensitivity"]?.asString == "low" && details["raise"]?.asDouble == 0.5, "\(details)")
        #expect(try calibrate("", 0, on: stage) == nil)
        #expect(try stage.property("ShakePoint") == .string("sensitivity-by-form-factor"))
        #expect(try stage.stopAgent() == 0)
        try stage.startAgent()
        #expect(try stage.property("ShakePoint") == .string("sensitivity-by-form-factor"))
    }

    @Test("SHAKE16, MPRIS35: what is confirmed outlives a kill")
    func killed() throws {
        let stage = try AgentStage()
        #expect(try calibrate("low", 0.5, on: stage) == nil)
        stage.agent?.kill()
        try stage.startAgent()
        #expect(try stage.property("ShakePoint") == .string("sensitivity-calibrated"))
        // A choice is written right after its answer, before batond answers much else.
        #expect(try stage.baton("Ignore", .string("vlc")).errorName == nil)
        var answers = 0
        while answers < 20, try !String(contentsOfFile: state(stage), encoding: .utf8).contains("vlc") {
            _ = try stage.property("Ignored")
            answers += 1
        }
        #expect(answers < 20, "it is not on the disk after 20 more answers")
    }

    private func state(_ stage: AgentStage) -> String { "\(stage.folder.path)/.local/state/baton/state" }

    @Test("SHAKE16: a calibration that cannot be written is used and is an error, and the doctor says so")
    func unwritable() throws {
        let stage = try AgentStage()
        let folder = "\(stage.folder.path)/.local/state"
        try FileManager.default.createDirectory(
            atPath: "\(stage.folder.path)/.local", withIntermediateDirectories: true)
        try? FileManager.default.removeItem(atPath: folder)
        try "".write(toFile: folder, atomically: true, encoding: .utf8)
        #expect(try calibrate("low", 0.5, on: stage) == .inputOutput)
        #expect(try stage.property("ShakePoint") == .string("sensitivity-calibrated"))
        #expect(try choicesRow(stage) == "choices-unwritten")
        // The doctor does not tell of what has been repaired.
        try FileManager.default.removeItem(atPath: folder)
        #expect(try choicesRow(stage) == nil)
        #expect(try String(contentsOfFile: state(stage), encoding: .utf8).contains("shake-point low"))
    }

    /// The code of the doctor's row about what the user has chosen.
    private func choicesRow(_ stage: AgentStage) throws -> String? {
        guard case .array(let rows)? = try stage.baton("Doctor").get().first else { return nil }
        for case .structure(let fields) in rows.elements where fields[1].asString == "choices" {
            return fields[3].asString
        }
        return nil
    }

    @Test(
        "SHAKE16: an impossible calibration is refused, and the one before stays",
        arguments: [("highest", 0), ("LOW", 0), ("low", .nan), ("low", .infinity), ("low", -5.001)]
            as [(String, Double)])
    func refused(_ sensitivity: String, _ raise: Double) throws {
        let stage = try AgentStage()
        #expect(try calibrate("high", -0.25, on: stage) == nil)
        #expect(try calibrate(sensitivity, raise, on: stage) == .invalidArguments)
        #expect(try details(stage)["raise"]?.asDouble == -0.25)
    }

    @Test("SHAKE15: a sensitivity in the configuration goes before a calibration")
    func configured() throws {
        let stage = try AgentStage(["shake.sensitivity=high"])
        #expect(try calibrate("low", 0.5, on: stage) == nil)
        #expect(try stage.property("ShakePoint") == .string("sensitivity-configured"))
        #expect(try details(stage)["sensitivity"]?.asString == "high")
    }

    @Test("SHAKE18: the doctor tells which coefficients are in use, without a sensor too")
    func model() throws {
        let stage = try AgentStage(["shake.model=/nowhere/own.model"])
        let reply = try stage.baton("Doctor").get()
        guard case .array(let rows)? = reply.first else { return #expect(Bool(false)) }
        let codes = rows.elements.compactMap { row -> String? in
            guard case .structure(let fields) = row, fields[1].asString == "model" else { return nil }
            return fields[3].asString
        }
        #expect(codes == ["model-refused"])
        #expect(stage.agent?.printed.contains("/nowhere/own.model: there is no such file") == true)
    }
}
