// SPDX-License-Identifier: Apache-2.0

/// What a search for the app in front came to.
struct FocusReport: Equatable, Sendable {
    /// What one source said instead of an app.
    struct Finding: Equatable, Sendable {
        /// The source's name.
        let source: String
        /// Why it told nothing.
        let problem: FocusProblem
    }

    /// The app in front; nil when nobody knows, or no app is.
    var app: FocusedApp?
    /// Those who were asked before, in order, and why they told nothing.
    var findings: [Finding] = []

    /// Why no app may get anything now, whichever is in front; nil when no source says so.
    var obstacle: String? {
        if case .withheld(let reason) = findings.last?.problem { reason } else { nil }
    }

    /// The findings in one sentence, for `batonctl doctor` and the log.
    var reason: String {
        if findings.isEmpty { return app == nil ? "nobody to ask: no display is known" : "" }
        return findings.map { "\($0.source): \($0.problem)" }.joined(separator: "; ")
    }
}
