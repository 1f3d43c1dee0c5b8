// SPDX-License-Identifier: Apache-2.0

package import BatonDBus

/// Why something is as it is: a code, which programs compare, and details.
///
/// On the bus it is the word of the code and an `a{sv}`. ``description`` is the sentence for people.
package struct Reason: Error, Equatable, Sendable, CustomStringConvertible {
    package typealias Details = ReasonDetails

    package let code: ReasonCode
    package let details: Details

    package init(_ code: ReasonCode, _ details: Details = [:]) {
        self.code = code
        self.details = details
    }

    /// The sentence for people, without a capital and a full stop.
    package var description: String {
        let sentence = code.sentence(details)
        return details[.route].map { "\($0.text): \(sentence)" } ?? sentence
    }

    /// The same, about a route.
    package func of(route: String) -> Reason {
        var details = details
        details[.route] = .text(route)
        return Reason(code, details)
    }

    // MARK: On the bus

    /// The two arguments: the word and the details.
    package var values: [Value] { [.string(code.rawValue), .vardict(details.pairs)] }

    /// The two arguments for a reason that may be absent: then the word is empty.
    package static func values(_ reason: Reason?) -> [Value] { reason?.values ?? [.string(""), .vardict([])] }

    /// The word and the details of a reason that may be absent: then both are empty.
    package static func words(_ reason: Reason?) -> (String, Details) {
        (reason?.code.rawValue ?? "", reason?.details ?? [:])
    }

    /// Makes a reason of the two arguments; nil when the word is empty.
    package init?(word: String, details: Details) {
        guard !word.isEmpty else { return nil }
        self.init(ReasonCode(rawValue: word), details)
    }

    /// Reads the two arguments; nil when the word is empty.
    package init?(word: Value?, details: Value?) {
        guard let word = word?.asString, !word.isEmpty else { return nil }
        self.init(ReasonCode(rawValue: word), Details(details?.asVardict ?? [:]))
    }
}
