// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonSession
import BatonUndo

/// The rows about the sources that know which app is in front.
@MainActor
enum DoctorFocus {
    /// The longest time for one source. All sources are asked at once, and the doctor answers within two seconds.
    private static let patience = Duration.seconds(1)

    static func checks(_ finder: FocusFinder, in display: DisplayEnvironment) -> [DoctorCheck] {
        finder.sources(in: display).map { source in
            if source.name == "x11", display.isWayland {
                // A question could start Xwayland.
                return DoctorCheck(.focus, source.name) {
                    [
                        DoctorRow(
                            section: .focus, name: source.name, state: .off,
                            reason: "on Wayland it is asked last, about X11 apps; it was not asked now")
                    ]
                }
            }
            return DoctorCheck(.focus, source.name) { deadline, then in
                let limit = min(deadline, finder.now + patience)
                source.ask(in: display, by: limit) { answer in
                    let kind = (try? answer.get()).map(finder.inspector.kind) ?? .usual
                    then([row(source.name, answer, kind: kind)])
                }
            }
        }
    }

    /// - Parameter kind: what the app in front is.
    nonisolated static func row(
        _ name: String, _ answer: Result<FocusedApp, FocusProblem>, kind: AppKind = .usual
    ) -> DoctorRow {
        func row(_ state: DoctorState, _ reason: String, _ advice: String = "") -> DoctorRow {
            DoctorRow(section: .focus, name: name, state: state, reason: reason, advice: advice)
        }
        switch answer {
        case .success(let app):
            let note = AppList.denies(app) ? notes(.denied) : notes(kind)
            let process = app.process.map { ", process \($0)" } ?? ""
            return row(.works, "in front: \(UndoGuards.name(app))\(process)\(note)")
        case .failure(.noApp(let reason)), .failure(.withheld(let reason)): return row(.works, "\(reason)")
        case .failure(.absent(let reason)):
            return row(.off, "\(reason)", name == "at-spi" ? "install at-spi2-core and log in anew" : "")
        case .failure(.failed(let reason)) where reason.code == .focus(.noAccessibleApp):
            // The source has answered, so it works, and may know the app at another time.
            return row(.works, "\(reason)", advice(name))
        case .failure(let problem): return row(.unavailable, problem.description, advice(name))
        }
    }

    private nonisolated static func notes(_ kind: AppKind) -> String {
        switch kind {
        case .denied: ", where no key is pressed"
        case .withTerminal, .fileManager, .unknown: ", where a shake always asks"
        case .usual: ""
        }
    }

    private nonisolated static func advice(_ name: String) -> String {
        guard name == "at-spi" else { return "" }
        return "for apps that do not tell: gsettings set org.gnome.desktop.interface toolkit-accessibility true, "
            + "and start them anew"
    }
}
