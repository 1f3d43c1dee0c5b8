// SPDX-License-Identifier: Apache-2.0

import BatonReactor

/// The state in memory, and when it has to go to the disk.
///
/// Changing it costs nothing: the file is written by ``saveIfNeeded()`` only, which the agent calls a while after a
/// change and before it ends. A disk that fails is reported once, and again only after it worked in between.
package final class StateKeeper {
    private let store: StateStore
    private let report: (String) -> Void
    private var saved: SavedState
    private var hasFailed = false

    /// What is remembered now.
    package var state: SavedState

    /// Loads what was saved.
    ///
    /// `report` gets sentences for the log.
    package init(store: StateStore, report: @escaping (String) -> Void) {
        self.store = store
        self.report = report
        let (state, problem) = store.load()
        self.state = state
        saved = state
        if let problem { report(problem) }
    }

    /// Whether there is something that the file does not have.
    var needsSaving: Bool { state != saved }

    /// Writes the file if it is not up to date.
    ///
    /// Never fails: what goes wrong is reported.
    package func saveIfNeeded() {
        guard needsSaving else { return }
        do throws(SmallFileError) {
            try store.save(state)
            saved = state
            hasFailed = false
        } catch {
            if !hasFailed { report(error.message) }
            hasFailed = true
        }
    }
}
