// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus

/// One thing that was looked at, for `batonctl doctor`: whether it works, or why not and what to do.
struct DoctorRow: Sendable, Equatable {
    /// Which part of Baton it belongs to.
    let section: DoctorSection
    /// What people and scripts call it; the same in each session.
    let name: String
    let state: DoctorState
    /// Why, or how; may be empty.
    var reason = ""
    /// What the user can do; empty when there is nothing to do.
    var advice = ""

    /// The longest text of a row: reasons carry other programs' words.
    private static let longest = 400

    /// The row as D-Bus has it: `(sssss)`.
    var value: Value {
        .structure(
            [section.rawValue, name, state.rawValue, reason, advice].map { .string(Self.clean($0)) })
    }

    /// Without control characters, which a terminal would obey, and not too long.
    ///
    /// - Parameter keeps: a control character that stays.
    static func clean(_ text: String, keeps: Unicode.Scalar? = nil) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars.prefix(longest) {
            let isControl = scalar != keeps && scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
            result.append(isControl ? " " : scalar)
        }
        return String(result)
    }
}
