// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonFiles
import BatonIntake
import BatonReactor
import BatonRouting
import BatonSession
import BatonShortcuts
import BatonUndo
import BatonValues

/// The row about a desktop whose media keys do not reach Baton, and how to change that (rules KEYS8 and KEYS13).
///
/// Settings daemons, KDE and the portal are inputs with rows of their own.
enum DoctorMediaKeys {
    /// How long the compositor may take to tell its configuration.
    private static let patience = Duration.milliseconds(500)

    /// Reports the shortcuts that `batonctl setup` has made, and keys that do not reach Baton.
    @MainActor
    static func check(_ mediaKeys: MediaKeysInput, reactor: Reactor) -> DoctorCheck {
        DoctorCheck(.input, DoctorName.mediaKeys) { [weak mediaKeys] _, then in
            guard let mediaKeys else { return then([]) }
            mediaKeys.environment.read { [weak mediaKeys] display in
                guard let mediaKeys else { return then([]) }
                let bound = mediaKeys.bindings
                let hasInput = mediaKeys.inputs.all.contains { [.mediaKeys, .kde, .portal].contains($0.kind) }
                var rows = Self.shown(bound, display).map { row(.works, .shortcutsBound, desktop: $0.rawValue) }
                if let row = self.row(display, bound: bound, hasInput: hasInput) { rows.append(row) }
                guard let compositor = Compositor.running({ display[$0] }), bound.contains(compositor.kind),
                    let lines = mediaKeys.addedLines(compositor)
                else { return then(rows) }
                ask(compositor, display, reactor) { loaded in
                    then(rows + [self.row(compositor, lines, text(of: lines.path), loaded) { display[$0] }])
                }
            }
        }
    }

    private static let mostBytes = 4 << 20

    /// Asks for the file that the compositor has read, and its text; for nil if it is the usual one or cannot be known.
    @MainActor
    private static func ask(
        _ compositor: Compositor, _ display: DisplayEnvironment, _ reactor: Reactor,
        then: @escaping ((file: String, text: String)?) -> Void
    ) {
        if compositor == .hyprland {
            return then(HyprlandCommand.file { display[$0] }.map { ($0, text(of: $0) ?? "") })
        }
        // The others do not tell; they read the usual one.
        guard compositor == .sway || compositor == .i3 else { return then(nil) }
        SwayConfiguration.ask(in: display, by: reactor.now + patience, reactor: reactor) { loaded in
            then(loaded.map { ($0.file, $0.text) })
        }
    }

    private static func text(of path: String) -> String? {
        ((try? SmallFile.read(path, most: mostBytes)) ?? nil).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The desktops whose record is all that can be known of their shortcuts. What a compositor has is looked at, and other
    /// compositors than the running one do not matter.
    private static func shown(_ bound: [SavedRecordKind], _ display: DisplayEnvironment) -> [SavedRecordKind] {
        bound.filter { !Compositor.allCases.map(\.kind).contains($0) || !display.hasDisplay }
    }

    /// The row about lines in the configuration of the running compositor (rule SETUP10).
    ///
    /// - Parameters:
    ///   - lines: what the set-up has added.
    ///   - file: the present text of that file; nil if it cannot be read.
    ///   - loaded: the file that the compositor has read, and its text, if that is known.
    ///   - variable: returns the value of a variable in the session's environment.
    static func row(
        _ compositor: Compositor, _ lines: AddedLines, _ file: String?, _ loaded: (file: String, text: String)?,
        _ variable: (String) -> String?
    ) -> DoctorRow {
        let isBound =
            loaded.map { lines.areRead(by: compositor, from: $0, own: file, variable) } ?? file.map(lines.areIn)
            ?? false
        if isBound { return row(.works, .shortcutsBound, desktop: compositor.kind.rawValue) }
        return row(.off, .shortcutsGone, desktop: compositor.name, path: loaded?.file ?? lines.path)
    }

    /// - Parameters:
    ///   - display: the display's environment with the desktop's name.
    ///   - bound: the desktops whose own shortcuts run batonctl, by the kinds of their records.
    ///   - hasInput: whether a settings daemon, KDE or the portal exists, with a row of its own.
    /// - Returns: nil if there is no display, or its keys reach Baton.
    static func row(_ display: DisplayEnvironment, bound: [SavedRecordKind], hasInput: Bool) -> DoctorRow? {
        guard display.hasDisplay else { return nil }
        if let compositor = Compositor.running({ display[$0] }) {
            if bound.contains(compositor.kind) { return nil }
            return row(.needsConsent, .compositorKeepsKeys, desktop: compositor.name)
        }
        guard !hasInput, bound.isEmpty else { return nil }
        return row(.unavailable, .desktopKeepsKeys, desktop: display["XDG_CURRENT_DESKTOP"])
    }

    private static func row(
        _ state: DoctorState, _ code: DoctorCode, desktop: String?, path: String? = nil
    ) -> DoctorRow {
        var details: Reason.Details = [:]
        details[.path] = path.map { .text($0) }
        details[.desktop] = desktop.map { .text($0) }
        return DoctorRow(.input, DoctorName.mediaKeys, state, .doctor(code, details))
    }
}
