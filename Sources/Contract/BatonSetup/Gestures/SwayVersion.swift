// SPDX-License-Identifier: Apache-2.0

import BatonValues

/// sway's version, from its answer in JSON.
struct SwayVersion: Comparable, CustomStringConvertible {
    let major: Int
    let minor: Int

    init(major: Int, minor: Int) {
        self.major = major
        self.minor = minor
    }

    /// - Returns: nil if the answer has no version.
    init?(answer: String) {
        guard let major = Self.number("\"major\"", in: answer), let minor = Self.number("\"minor\"", in: answer) else {
            return nil
        }
        self.init(major: major, minor: minor)
    }

    var description: String { "\(major).\(minor)" }

    static func < (one: SwayVersion, other: SwayVersion) -> Bool {
        (one.major, one.minor) < (other.major, other.minor)
    }

    private static func number(_ name: String, in text: String) -> Int? {
        guard let found = text.firstPlace(of: name) else { return nil }
        return Int(text[found.upperBound...].drop { !$0.isNumber }.prefix { $0.isNumber })
    }
}
