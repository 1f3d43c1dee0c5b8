// SPDX-License-Identifier: Apache-2.0

package import BatonAPI
package import BatonReactor
package import BatonSession

/// Somebody who knows which app has the keyboard focus (spec/undo.md §2).
@MainActor
package protocol FocusSource: AnyObject {
    /// What people call it: "sway", "at-spi", ….
    var name: String { get }

    /// Whether no other source is asked when this one does not answer.
    var isDecisive: Bool { get }

    /// Asks who is in front.
    ///
    /// - Parameters:
    ///   - environment: the session's variables, as they are now.
    ///   - deadline: the instant after which nobody waits for the answer; what is under way must be over then.
    ///   - then: called at most once, in this turn or a later one.
    func ask(
        in environment: DisplayEnvironment, by deadline: Duration,
        then: @escaping (Result<FocusedApp, FocusProblem>) -> Void)
}

extension FocusSource {
    package var isDecisive: Bool { false }
}

/// What a search for the app in front came to.
package struct FocusReport: Equatable, Sendable {
    /// What one source said instead of an app.
    struct Finding: Equatable, Sendable {
        /// The source's name.
        let source: String
        /// Why it told nothing.
        let problem: FocusProblem
    }

    /// The app in front; nil when nobody knows, or no app is.
    package var app: FocusedApp?
    /// Those who were asked before, in order, and why they told nothing.
    var findings: [Finding] = []

    /// Why no app may get anything now, whichever is in front; nil when no source says so.
    package var obstacle: Reason? {
        if case .withheld(let reason) = findings.last?.problem { reason } else { nil }
    }

    /// The findings in one sentence, for `batonctl doctor` and the log.
    package var reason: String {
        if findings.isEmpty { return app == nil ? "nobody to ask: no display is known" : "" }
        return findings.map { "\($0.source): \($0.problem)" }.joined(separator: "; ")
    }
}

/// Why a source does not tell who has the focus; `batonctl doctor` shows the words.
package enum FocusProblem: Error, Equatable, Sendable, CustomStringConvertible {
    /// The source is no part of this session.
    case absent(Reason)
    /// The source knows, and it is no app: the desktop itself is in front.
    case nobody(Reason)
    /// The source knows that no app may get anything now.
    case withheld(Reason)
    /// The source does not know, and why.
    case failed(Reason)
    /// The source could not be reached, or was not able to answer.
    case unanswered(Reason)
    /// What it said is not what its protocol promises.
    case unreadable(Reason)
    /// No answer came in time.
    case late

    package init(_ error: LocalExchangeError) {
        self =
            switch error {
            case .failed(let text): .failed(.focus(.failed, [.message: .text(text)]))
            case .unreadable(let text): .unreadable(text)
            case .late: .late
            }
    }

    /// Whether the search ends here: the source knows that no app is in front, and another one would only guess.
    var isFinal: Bool {
        switch self {
        case .nobody, .withheld: true
        default: false
        }
    }

    /// Whether the source has said nothing at all.
    var isSilence: Bool {
        switch self {
        case .unanswered, .unreadable, .late: true
        default: false
        }
    }

    /// Why.
    package var reason: Reason {
        switch self {
        case .absent(let reason), .nobody(let reason), .withheld(let reason), .failed(let reason),
            .unanswered(let reason), .unreadable(let reason):
            reason
        case .late: .focus(.late)
        }
    }

    package var description: String { "\(reason)" }

    /// An answer that cannot be read, in words.
    static func unreadable(_ text: String) -> FocusProblem {
        .unreadable(.focus(.unreadable, [.message: .text(text)]))
    }
}
