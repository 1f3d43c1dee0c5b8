// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonRouting
import BatonSession
import BatonShortcuts
import BatonSources

/// The row about a desktop whose media keys do not reach Baton, and how to change that (rules KEYS8 and KEYS13).
///
/// Settings daemons, KDE and the portal are sources with rows of their own.
enum DoctorMediaKeys {
    /// Reports the shortcuts that `batonctl setup` has made, and keys that do not reach Baton.
    @MainActor
    static func check(_ mediaKeys: MediaKeysInput) -> DoctorCheck {
        DoctorCheck(.input, DoctorName.mediaKeys) { [weak mediaKeys] _, then in
            guard let mediaKeys else { return then([]) }
            mediaKeys.environment.read { [weak mediaKeys] display in
                guard let mediaKeys else { return then([]) }
                let bound = mediaKeys.bindings
                let rows = bound.map { desktop in
                    row(.works, .shortcutsBound, desktop: desktop)
                }
                let hasSource = mediaKeys.inputs.sources.contains { [.mediaKeys, .kde, .portal].contains($0.kind) }
                let missing = self.row(display, bound: bound, hasSource: hasSource)
                then(rows + (missing.map { [$0] } ?? []))
            }
        }
    }

    /// - Parameters:
    ///   - display: the display's environment with the desktop's name.
    ///   - bound: the desktops whose own shortcuts run batonctl, by the kinds of their records.
    ///   - hasSource: whether a settings daemon, KDE or the portal exists, with a row of its own.
    /// - Returns: nil if there is no display, or its keys reach Baton.
    static func row(_ display: DisplayEnvironment, bound: [String], hasSource: Bool) -> DoctorRow? {
        guard display.hasDisplay else { return nil }
        if let compositor = Compositor.running({ display[$0] }) {
            if bound.contains(compositor.kind) { return nil }
            return row(.needsConsent, .compositorKeepsKeys, desktop: compositor.name)
        }
        guard !hasSource, bound.isEmpty else { return nil }
        return row(.unavailable, .desktopKeepsKeys, desktop: display["XDG_CURRENT_DESKTOP"])
    }

    private static func row(_ state: DoctorState, _ code: DoctorCode, desktop: String?) -> DoctorRow {
        var details: Reason.Details = [:]
        details[.desktop] = desktop.map { .text($0) }
        return DoctorRow(.input, DoctorName.mediaKeys, state, .doctor(code, details))
    }
}
