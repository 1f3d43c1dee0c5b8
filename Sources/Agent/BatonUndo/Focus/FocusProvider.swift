// SPDX-License-Identifier: Apache-2.0

package import BatonAPI
package import BatonProcesses
package import BatonSession

/// A program that can be asked which app has the keyboard focus (rules UNDO13 to UNDO15).
@MainActor
package protocol FocusProvider: AnyObject {
    /// The name for the log and `batonctl doctor`.
    var name: FocusProviderName { get }

    /// Whether no other provider is asked if this one gives no answer.
    var isDecisive: Bool { get }

    /// Asks for the app in front.
    ///
    /// - Parameters:
    ///   - environment: the session's present variables.
    ///   - deadline: the instant after which the answer is ignored. The work for the question must be over by then.
    ///   - then: called at most once, in this turn or a later one.
    func ask(
        in environment: DisplayEnvironment, by deadline: Duration,
        then: @escaping (Result<FocusedApp, FocusProblem>) -> Void)
}

extension FocusProvider {
    package var isDecisive: Bool { false }
}

/// The result of a search for the app in front.
package struct FocusReport: Equatable, Sendable {
    /// The problem that one provider reported instead of an app.
    struct Finding: Equatable, Sendable {
        /// The provider's name.
        let provider: FocusProviderName
        /// Why it named no app.
        let problem: FocusProblem
    }

    /// The app in front; nil if it is unknown, or if no app is in front.
    package var app: FocusedApp?
    /// The providers that were asked before, in order, and why they named no app.
    var findings: [Finding] = []

    /// Why no app may get keys or actions now, whichever is in front; nil if no provider reports that.
    package var obstacle: Reason? {
        if case .withheld(let reason) = findings.last?.problem { reason } else { nil }
    }

    /// Whether the app is unknown because a provider did not answer in time.
    var isLate: Bool { app == nil && findings.contains { $0.problem == .late } }

    /// The findings in one sentence, for `batonctl doctor` and the log.
    package var reason: String {
        if findings.isEmpty { return app == nil ? "no source to ask: no display is known" : "" }
        return findings.map { "\($0.provider.rawValue): \($0.problem)" }.joined(separator: "; ")
    }
}

/// Why a provider names no app; `batonctl doctor` shows the text.
package enum FocusProblem: Error, Equatable, Sendable, CustomStringConvertible {
    /// The provider does not exist in this session.
    case absent(Reason)
    /// The provider knows that no app has the focus: the desktop itself is in front.
    case noApp(Reason)
    /// The provider knows that no app may get keys or actions now.
    case withheld(Reason)
    /// The provider does not know, for this reason.
    case failed(Reason)
    /// The provider could not be reached, or was not able to answer.
    case unanswered(Reason)
    /// The answer does not follow the provider's protocol.
    case unreadable(Reason)
    /// No answer came before the deadline.
    case late

    package init(_ error: LocalExchangeError) {
        self =
            switch error {
            case .failed(let text): .failed(.focus(.failed, [.message: .text(text)]))
            case .unreadable(let text): .unreadable(text)
            case .late: .late
            }
    }

    /// Whether the search ends here: the provider knows that no app is in front, and a later provider would only guess.
    var isFinal: Bool {
        switch self {
        case .noApp, .withheld: true
        default: false
        }
    }

    /// Whether the provider has given no usable answer at all.
    var isSilence: Bool {
        switch self {
        case .unanswered, .unreadable, .late: true
        default: false
        }
    }

    /// Why.
    package var reason: Reason {
        switch self {
        case .absent(let reason), .noApp(let reason), .withheld(let reason), .failed(let reason),
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
