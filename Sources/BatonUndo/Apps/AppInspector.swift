// SPDX-License-Identifier: Apache-2.0

package import BatonSession

/// Finds the kind of an app by the names of its window, by its desktop file, and by its process.
///
/// The names alone are not enough: a terminal can be given another class (`xterm -class Scratchpad`). Nothing is kept
/// between two calls.
package struct AppInspector: Sendable {
    private let categories: DesktopCategories
    private let processes: ProcessInspector

    /// - Parameter environment: batond's; it names the directories of desktop files.
    package init(environment: [String: String], processes: ProcessInspector = ProcessInspector()) {
        categories = DesktopCategories(environment: environment)
        self.processes = processes
    }

    /// The kind of the app. It takes some milliseconds at most (``ProcessInspector/Limits``).
    package func kind(of app: FocusedApp) -> AppKind {
        let ownNames = AppNames.listed(app)
        let categories = categories.of(app)
        if ownNames.contains(where: AppList.denies) || !categories.isDisjoint(with: Self.deniedCategories) {
            return .denied
        }
        let evidence = evidence(of: app)
        let names = ownNames + evidence.names
        if evidence.names.contains(where: AppList.denies) { return .denied }
        let isFileManager =
            names.contains(where: AppList.managesFiles) || categories.contains("FileManager")
        let isEditor =
            names.contains(where: AppList.hasTerminal) || !categories.isDisjoint(with: Self.editors)
        switch evidence.holdsTerminal {
        case true?: return isEditor || isFileManager ? .withTerminal : .denied
        case nil: return .unknown
        case false?:
            // Neither the window's own statement nor a program that only forwards the window is evidence that keys are
            // harmless.
            guard app.isProcessCertain, !evidence.names.contains(where: AppList.forwards) else { return .unknown }
            return isFileManager ? .fileManager : .usual
        }
    }

    /// The evidence of the app's process, and the evidence against keys of the process that the window claims.
    private func evidence(of app: FocusedApp) -> ProcessEvidence {
        var evidence = app.process.map(processes.inspect) ?? ProcessEvidence()
        guard let process = app.claimedProcess, process != app.process else { return evidence }
        let claimed = processes.inspect(process)
        evidence.names += claimed.names.filter(AppList.denies)
        if claimed.holdsTerminal == true { evidence.holdsTerminal = true }
        return evidence
    }

    /// The registered categories of the Desktop Menu Specification whose apps get no keys.
    private static let deniedCategories: Set<String> = ["TerminalEmulator", "RemoteAccess"]
    /// The categories of apps that may have a terminal in their window.
    private static let editors: Set<String> = ["IDE", "TextEditor"]
}

/// The kind of the app in front.
package enum AppKind: Sendable, Equatable {
    /// No evidence forbids keys.
    case usual
    /// It must never get keys: they mean something else in it, or go to another app, another machine or a password
    /// prompt.
    case denied
    /// An editor, IDE or file manager with an open terminal. It is unknown which of its panes has the focus.
    case withTerminal
    /// A file manager, where Undo moves, renames and deletes files.
    case fileManager
    /// Its process cannot be inspected.
    case unknown
}
