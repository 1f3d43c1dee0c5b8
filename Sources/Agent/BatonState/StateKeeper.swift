// SPDX-License-Identifier: Apache-2.0

import BatonFiles

/// The state in memory, which is written to the disk when it has changed.
///
/// A change does no I/O: only ``saveIfNeeded()`` writes the file. The agent calls it some time after a change and
/// before it ends. A failure is reported once, and again only after a save has succeeded in between.
///
/// For example:
/// ```swift
/// keeper.state.pin = "vlc"
/// keeper.saveIfNeeded()
/// if let problem = keeper.problem { tell(problem) }
/// ```
package final class StateKeeper {
    private let store: StateStore
    private let report: (String) -> Void
    private var saved: SavedState
    /// Why the last try to write the file failed; nil if it did not.
    private var failure: String?

    /// The present state.
    package var state: SavedState

    /// Loads the saved state.
    ///
    /// `report` is called with sentences for the log.
    package init(store: StateStore, report: @escaping (String) -> Void) {
        self.store = store
        self.report = report
        let (state, problem) = store.load()
        self.state = state
        saved = state
        if let problem { report(problem) }
    }

    /// Whether the file is out of date.
    var needsSaving: Bool { state != saved }

    /// Why the file is out of date although it should have been written, in a sentence with its path; nil if nothing is wrong.
    package var problem: String? { needsSaving ? failure : nil }

    /// Writes the file if it is out of date. Errors are reported, not thrown.
    package func saveIfNeeded() {
        guard needsSaving else { return }
        do throws(SmallFileError) {
            try store.save(state)
            saved = state
            failure = nil
        } catch {
            if failure == nil { report(error.message) }
            failure = error.message
        }
    }
}
