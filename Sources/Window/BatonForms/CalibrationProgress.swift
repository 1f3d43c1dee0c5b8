// SPDX-License-Identifier: Apache-2.0

package import BatonAPI
import BatonJSON

/// How far a calibration is, by the lines of `batonctl calibrate --json --follow`.
///
/// For example:
/// ```swift
/// var progress = CalibrationProgress()
/// progress.take(#"{"step":"shake","count":1,"of":5,"recognized":true}"#)
/// print(progress.marks)  // the first of five is found
/// ```
package struct CalibrationProgress: Equatable, Sendable {
    /// A shake that is asked for.
    package enum Mark: Equatable, Sendable {
        /// It has not come yet.
        case awaited
        /// It was recognized.
        case found
        /// A movement was close to a shake, but too weak for the highest sensitivity.
        case missed
    }

    /// What the device is used for after the shakes.
    package enum Use: String, Sendable {
        /// As usual, at its place.
        case use
        /// It is carried.
        case carry
    }

    /// The rest after the shakes.
    package struct Rest: Equatable, Sendable {
        /// What is asked for.
        package var use: Use
        /// How many seconds of both parts are over.
        package var elapsed: Int
        /// How many seconds both parts have.
        package var whole: Int

        /// The part of the time that is over.
        package var share: Double { whole > 0 ? min(1, Double(elapsed) / Double(whole)) : 0 }
    }

    /// What was found.
    package struct Result: Equatable, Sendable {
        /// The sensitivity; nil if none fits.
        package var sensitivity: String?
        /// Whether the shakes and the rest are far enough from each other.
        package var isSafe: Bool
        /// How many shakes were found.
        package var shakes: Int
        /// What Baton uses from now on; nil before it was stored.
        package var inUse: Reason?
    }

    /// The shakes, from the first to the last.
    package private(set) var marks = [Mark](repeating: .awaited, count: 5)
    /// The rest; nil before it begins.
    package private(set) var rest: Rest?
    /// What was found; nil before the end.
    package private(set) var result: Result?

    private static let (mostMarks, mostSeconds) = (20, 3600)

    /// Makes the progress before the first line.
    package init() {}

    /// How many shakes have come.
    package var count: Int { marks.count { $0 != .awaited } }

    /// Takes a line.
    ///
    /// - Returns: whether it is one that a program writes; if not, it is for people.
    @discardableResult
    package mutating func take(_ line: String) -> Bool {
        guard let object = try? JSONReader.read(Array(line.utf8)), let step = object["step"]?.asString else {
            return false
        }
        switch step {
        case "shake": takeShake(object)
        case "result": takeResult(object)
        case "stored":
            let details = object["details"]
            var told: Reason.Details = [:]
            for name in [ReasonDetail.sensitivity, .formFactor] {
                if let text = details?[name.rawValue]?.asString { told[name] = .text(text) }
            }
            if let raise = details?[ReasonDetail.raise.rawValue]?.asDouble { told[.raise] = .fraction(raise) }
            result?.inUse = Reason(word: object["code"]?.asString ?? "", details: told)
        default:
            guard let use = Use(rawValue: step) else { return true }
            let half = Int(exactly: (object["of"]?.asDouble ?? 0).rounded(.up)) ?? 0
            let seconds = min(max(half, 0), Self.mostSeconds)
            let elapsed = min(max(Int(clamping: object["elapsed"]?.asInteger ?? 0), 0), seconds)
            rest = Rest(use: use, elapsed: use == .use ? elapsed : seconds + elapsed, whole: 2 * seconds)
        }
        return true
    }

    private mutating func takeShake(_ object: JSONValue) {
        if let all = object["of"]?.asInteger, all > 0, all <= Int64(Self.mostMarks), all != Int64(marks.count) {
            marks = Array(repeating: .awaited, count: Int(all))
        }
        guard let count = object["count"]?.asInteger, count > 0, count <= Int64(marks.count) else { return }
        marks[Int(count) - 1] = object["recognized"]?.asBool == true ? .found : .missed
    }

    private mutating func takeResult(_ object: JSONValue) {
        result = Result(
            sensitivity: object["proposal"]?.asString, isSafe: object["safe"]?.asBool == true,
            shakes: object["trials"]?.elements.first?["margins"]?.elements.count ?? 0)
    }
}
