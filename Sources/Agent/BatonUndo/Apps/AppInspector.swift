// SPDX-License-Identifier: Apache-2.0

import BatonAPI
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
    package func kind(of app: FocusedApp) -> AppKind { judge(app).kind }

    /// The kind of the app, and what else its process tells.
    func judge(_ app: FocusedApp) -> AppJudgement {
        let ownNames = AppNames.listed(app)
        let categories = categories.of(AppNames.desktopFiles(of: app))
        let evidence = evidence(of: app)
        var judgement = AppJudgement(programs: evidence.names)
        let named =
            ownNames.lazy.compactMap(AppList.deniedKind).first ?? Self.deniedKind(categories)
            ?? evidence.names.lazy.compactMap(AppList.deniedKind).first
        if let denied = named ?? Self.deniedKind(evidence, of: app) {
            judgement.deny(denied)
            return judgement
        }
        let names = ownNames + evidence.names
        let isFileManager =
            names.contains(where: AppList.managesFiles) || categories.contains("FileManager")
        let isEditor =
            names.contains(where: AppList.hasTerminal) || !categories.isDisjoint(with: Self.editors)
        switch evidence.holdsTerminal {
        case true? where isEditor || isFileManager: judgement.kind = .withTerminal
        case true?: judgement.deny(.terminal)
        case nil: judgement.kind = .unknown
        case false?:
            // Neither the window's own statement nor a program that only forwards the window is evidence that keys are
            // harmless.
            guard app.isProcessCertain, !evidence.names.contains(where: AppList.forwards) else {
                judgement.kind = .unknown
                break
            }
            judgement.kind = isFileManager ? .fileManager : .usual
        }
        return judgement
    }

    /// Whether the app shows another machine or display, by what its process is made of (rule UNDO47).
    private static func deniedKind(_ evidence: ProcessEvidence, of app: FocusedApp) -> DeniedKind? {
        // Hyprland names Xwayland for the X11 windows of all programs, which are not in a window of Xwayland's.
        evidence.runsMachine || (evidence.displays.isDisplay && app.isProcessCertain) ? .remoteDesktop : nil
    }

    private static func deniedKind(_ categories: Set<String>) -> DeniedKind? {
        if categories.contains("TerminalEmulator") { return .terminal }
        return categories.isDisjoint(with: screens) ? nil : .remoteDesktop
    }

    /// The evidence of the app's process, and the evidence against keys of the process that the window claims.
    private func evidence(of app: FocusedApp) -> ProcessEvidence {
        var evidence = app.process.map(processes.inspect) ?? ProcessEvidence()
        guard let process = app.claimedProcess, process != app.process else { return evidence }
        let claimed = processes.inspect(process)
        evidence.names += claimed.names.filter(AppList.denies)
        if claimed.holdsTerminal == true { evidence.holdsTerminal = true }
        if claimed.runsMachine { evidence.runsMachine = true }
        if claimed.displays.isDisplay { evidence.displays = claimed.displays }
        return evidence
    }

    /// The registered categories of the Desktop Menu Specification whose apps show other machines.
    private static let screens: Set<String> = ["Emulator", "RemoteAccess"]
    /// The categories of apps that may have a terminal in their window.
    private static let editors: Set<String> = ["IDE", "TextEditor"]
}

/// What is known of the app in front.
struct AppJudgement: Equatable, Sendable {
    /// The kind of the app.
    var kind = AppKind.usual
    /// What it is, where the kind is ``AppKind/denied``.
    private(set) var denied: DeniedKind?
    /// The names of the programs that it runs.
    let programs: [String]

    init(programs: [String] = []) { self.programs = programs }

    /// Notes that it must not get keys.
    mutating func deny(_ kind: DeniedKind) {
        self.kind = .denied
        denied = kind
    }
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
