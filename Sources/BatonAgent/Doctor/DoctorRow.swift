// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus

/// One result of `batonctl doctor`: whether it works, or why not and what to do.
struct DoctorRow: Sendable, Equatable {
    /// The part of Baton that it belongs to.
    let section: DoctorSection
    /// The name for users and scripts, the same in each session.
    let name: String
    let state: DoctorState
    /// Why, or how; may be empty.
    var reason = ""
    /// What the user can do; empty if there is nothing to do.
    var advice = ""

    /// The longest text of a row; reasons contain texts of other programs.
    private static let longest = 400

    /// The row as a value for D-Bus: `(sssss)`.
    var value: Value {
        .structure(
            [section.rawValue, name, state.rawValue, reason, advice].map { .string(Self.clean($0)) })
    }

    /// The text without control characters, which a terminal would obey, and cut at the longest length.
    ///
    /// - Parameter keeps: a control character that is kept.
    static func clean(_ text: String, keeps: Unicode.Scalar? = nil) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars.prefix(longest) {
            let isControl = scalar != keeps && scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
            result.append(isControl ? " " : scalar)
        }
        return String(result)
    }
}
