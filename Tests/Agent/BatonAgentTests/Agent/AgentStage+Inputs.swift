// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus

extension AgentStage {
    /// The state of a source in `Inputs()` and the code of its reason, as `listening` or `waiting session-locked`; nil
    /// if there is no such source.
    func inputState(of name: String) throws -> String? {
        guard let row = try inputRow(of: name), let word = row[2].asString else { return nil }
        return Self.reason(row).map { "\(word) \($0.code.rawValue)" } ?? word
    }

    /// Why presses do not come from a source; nil if they do, or if there is no such source.
    func inputReason(of name: String) throws -> Reason? { try inputRow(of: name).flatMap(Self.reason) }

    private static func reason(_ row: [Value]) -> Reason? { Reason(word: row[3], details: row[4]) }

    private func inputRow(of name: String) throws -> [Value]? {
        guard case .array(let rows) = try baton("Inputs").get().first else { return nil }
        for case .structure(let row) in rows.elements where row[1].asString == name { return row }
        return nil
    }
}
