// SPDX-License-Identifier: Apache-2.0

package import BatonAPI
import BatonTranslation
import BatonValues

/// The hooks: when each was started last, how its program ended, and a button to try it.
extension Form {
    /// The most hooks that are shown.
    private static let mostHooks = 64
    /// In microseconds.
    private static let (minute, hour) = (UInt64(60_000_000), UInt64(3_600_000_000))

    static func hooks(_ state: WindowState) -> FormGroup? {
        guard let hooks = state.hooks, !hooks.isEmpty else { return nil }
        let rows = hooks.prefix(mostHooks).map { hook in
            FormRow(
                "hook-\(hook.name)", hook.name.shown(), fate(of: hook, at: state.instant),
                tone: hook.status > 0 || hook.status < -1 ? .warning : .plain,
                .buttons([FormButton(translated("Try"), .testHook(hook.name))]),
                isSensitive: state.isPresent && hook.status != HookReport.neverRuns)
        }
        return FormGroup(
            "hooks", translated("Hooks"), note: translated("Programs of yours that Baton starts at an event."), rows)
    }

    private static func fate(of hook: HookReport, at instant: UInt64) -> String {
        if hook.status == HookReport.neverRuns { return translated("It never runs: it names no event or no program.") }
        if hook.isRunning { return translated("It runs now.") }
        guard hook.started > 0 else { return translated("It has not run yet.") }
        let when = age(of: hook, at: instant)
        return switch hook.status {
        case 0: translated("Last run: \(when), without an error.")
        case HookReport.cannotStart: translated("Last try: \(when). Its program could not be started.")
        default: translated("Last run: \(when), with status \(Int(hook.status)).")
        }
    }

    private static func age(of hook: HookReport, at instant: UInt64) -> String {
        let age = max(instant, hook.started) - hook.started
        if age < minute { return translated("less than a minute ago") }
        return age < hour
            ? translated("\(Int(clamping: age / minute)) min ago") : translated("\(Int(clamping: age / hour)) h ago")
    }

    /// What is said when the program of a hook that the user tried has ended.
    package static func outcome(ofTrying hook: HookReport) -> String {
        let name = hook.name.shown()
        return switch hook.status {
        case 0: translated("\(name) ended without an error.")
        case ..<0: translated("\(name): its program could not be started.")
        default: translated("\(name) ended with status \(Int(hook.status)).")
        }
    }

    /// The instant, in µs of CLOCK_MONOTONIC, at which a page says another thing although nothing has happened; nil if there
    /// is none.
    package static func nextChange(on page: PageName, _ state: WindowState) -> UInt64? {
        guard page == .stops else { return nil }
        return (state.hooks ?? []).prefix(mostHooks)
            // Of a start that is still to come, as a wrong agent may tell, no age grows.
            .filter { $0.started > 0 && $0.started <= state.instant }
            .filter { !$0.isRunning && $0.status != HookReport.neverRuns }
            .map { hook in
                let age = state.instant - hook.started
                let unit = age < hour ? minute : hour
                return hook.started + (age / unit + 1) * unit
            }
            .min()
    }
}
