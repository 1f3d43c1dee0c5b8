// SPDX-License-Identifier: Apache-2.0

/// Somebody who knows which app has the keyboard focus (spec/undo.md §2).
@MainActor
protocol FocusSource: AnyObject {
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
    var isDecisive: Bool { false }
}
