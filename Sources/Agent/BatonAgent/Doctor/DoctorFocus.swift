// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonSession
import BatonUndo

/// The rows about the providers that know which app is in front.
@MainActor
enum DoctorFocus {
    /// The longest time for one provider. All providers are asked at once, and the doctor answers within two seconds.
    private static let patience = Duration.seconds(1)

    static func checks(_ finder: FocusFinder, in display: DisplayEnvironment) -> [DoctorCheck] {
        finder.providers(in: display).map { provider in
            if provider.name == .x11, display.isWayland {
                // A question could start Xwayland.
                return DoctorCheck(.focus, provider.name.rawValue) {
                    [DoctorRow(.focus, provider.name.rawValue, .off, .doctor(.x11AskedLast))]
                }
            }
            return DoctorCheck(.focus, provider.name.rawValue) { deadline, then in
                let limit = min(deadline, finder.now + patience)
                provider.ask(in: display, by: limit) { answer in
                    let kind = (try? answer.get()).map(finder.inspector.kind) ?? .usual
                    then([row(provider.name, answer, kind: kind)])
                }
            }
        }
    }

    /// - Parameter kind: what the app in front is.
    nonisolated static func row(
        _ name: FocusProviderName, _ answer: Result<FocusedApp, FocusProblem>, kind: AppKind = .usual
    ) -> DoctorRow {
        func row(_ state: DoctorState, _ reason: Reason) -> DoctorRow {
            DoctorRow(.focus, name.rawValue, state, reason)
        }
        switch answer {
        case .success(let app): return row(.works, .doctor(code(AppList.denies(app) ? .denied : kind), details(app)))
        case .failure(.noApp(let reason)), .failure(.withheld(let reason)): return row(.works, reason)
        case .failure(.absent(let reason)): return row(.off, reason)
        // The provider has answered, so it works, and may know the app at another time.
        case .failure(.failed(let reason)) where reason.code == .focus(.noAccessibleApp): return row(.works, reason)
        case .failure(let problem): return row(.unavailable, problem.reason)
        }
    }

    private nonisolated static func code(_ kind: AppKind) -> DoctorCode {
        switch kind {
        case .denied: .deniedAppInFront
        case .withTerminal, .fileManager, .unknown: .askingAppInFront
        case .usual: .appInFront
        }
    }

    private nonisolated static func details(_ app: FocusedApp) -> Reason.Details {
        var details: Reason.Details = [:]
        details[.app] = UndoGuards.shownName(app).map { .text($0) }
        details[.process] = app.process.map { .number(UInt32(clamping: $0)) }
        return details
    }
}
