// SPDX-License-Identifier: Apache-2.0

package import BatonSession

/// Finds out what an app is: by the names that its window goes by, by its desktop file, and by its process.
///
/// The names alone are not enough: a terminal can be given another class (`xterm -class Scratchpad`). Nothing is kept between two
/// questions.
package struct AppInspector: Sendable {
    private let categories: DesktopCategories
    private let processes: ProcessInspector

    /// - Parameter environment: batond's; it names the directories of desktop files.
    package init(environment: [String: String], processes: ProcessInspector = ProcessInspector()) {
        categories = DesktopCategories(environment: environment)
        self.processes = processes
    }

    /// What the app is. Takes at most some milliseconds (``ProcessInspector/Limits``).
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
            // Evidence for keys must not come from the window itself, nor be that of a program which only forwards the window.
            guard app.isProcessCertain, !evidence.names.contains(where: AppList.forwards) else { return .unknown }
            return isFileManager ? .fileManager : .usual
        }
    }

    /// What the app's process tells, and what speaks against keys in the process that the window names.
    private func evidence(of app: FocusedApp) -> ProcessEvidence {
        var evidence = app.process.map(processes.inspect) ?? ProcessEvidence()
        guard let process = app.claimedProcess, process != app.process else { return evidence }
        let claimed = processes.inspect(process)
        evidence.names += claimed.names.filter(AppList.denies)
        if claimed.holdsTerminal == true { evidence.holdsTerminal = true }
        return evidence
    }

    /// Desktop Menu Specification, registered categories: those of apps that get no keys.
    private static let deniedCategories: Set<String> = ["TerminalEmulator", "RemoteAccess"]
    /// Those of apps that may have a terminal beside what they are for.
    private static let editors: Set<String> = ["IDE", "TextEditor"]
}

/// What kind of app the guards see in front.
package enum AppKind: Sendable, Equatable {
    /// Nothing speaks against keys.
    case usual
    /// It never gets keys: they mean something else in it, or reach another app, another machine or a password prompt.
    case denied
    /// An editor, IDE or file manager that holds a terminal. Which of its panes has the focus cannot be told.
    case withTerminal
    /// A file manager, where Undo moves, renames and deletes files.
    case fileManager
    /// Its process cannot be looked at.
    case unknown
}
