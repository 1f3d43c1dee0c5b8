// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonReactor
import BatonSession

/// One question to all apps on the accessibility bus. It keeps itself alive until the answer.
@MainActor
final class AccessibilityQuestion {
    private let walk: AccessibleWalk
    private let deadline: Duration
    private var then: ((Result<FocusedApp, FocusProblem>) -> Void)?

    /// Windows of an app; only they are looked at.
    private static let bounds = AccessibleWalk.Bounds(objects: 64, children: 64, depth: 0)
    /// `ATSPI_ROLE_FRAME`: an ordinary window. A dialog has another role.
    private static let frameRole: UInt32 = 23
    /// The part of the remaining time that is kept for the questions after the apps have answered: an app that hangs
    /// must not cost the answers of the others.
    private static let reserve = Duration.milliseconds(40)
    /// Shells of desktops, whose own windows are not apps: an overview, a run dialog.
    private static let shells: Set<String> = ["gnome-shell", "mutter", "plasmashell", "cinnamon"]

    /// - Parameter address: the address of the accessibility bus.
    init(
        _ address: String, reactor: Reactor, deadline: Duration,
        then: @escaping (Result<FocusedApp, FocusProblem>) -> Void
    ) {
        walk = AccessibleWalk(
            at: address, reactor: reactor, by: deadline - Self.reserve, connectingBy: deadline, within: Self.bounds)
        self.deadline = deadline
        self.then = then
    }

    /// A window that says that it is in front.
    private struct Front {
        let frame: AccessibleObject
        /// Whether the app has another one that says so.
        let isAmbiguous: Bool
        /// Whether the app shows only this window, and the window has the role of an ordinary one.
        let isOnlyWindow: Bool
    }

    func start() {
        do throws(DBusError) {
            try walk.open()
        } catch {
            return finish(.failure(.failed(.route(.accessibilityFailed, [.message: "\(error)"]))))
        }
        walk.apps { [self] result in
            switch result {
            case .failure(let error):
                finish(
                    .failure(
                        error.name == .timeout ? .late : .failed(.route(.accessibilityFailed, [.message: "\(error)"]))))
            case .success(let apps): Gathering.all(apps, ask: activeFrame) { [self] in judge($0.compactMap(\.self)) }
            }
        }
    }

    /// Finds the app's active frame, if it has one.
    private func activeFrame(of app: AccessibleObject, then: @escaping (Front?) -> Void) {
        walk.children(of: app) { [self] frames in
            Gathering.all(frames, ask: walk.state) { [self] states in
                let active = zip(frames, states).filter { $0.1 & AccessibleWalk.State.active != 0 }.map(\.0)
                guard let frame = active.first else { return then(nil) }
                walk.role(of: frame) { role in
                    then(
                        Front(
                            frame: frame, isAmbiguous: active.count > 1,
                            isOnlyWindow: frames.count == 1 && role == Self.frameRole))
                }
            }
        }
    }

    // MARK: The app of the frames

    /// Finds the one app in front among those that report an active frame.
    private func judge(_ frames: [Front]) {
        guard frames.count <= 8 else { return finish(.failure(.failed(.focus(.severalApps)))) }
        Gathering.all(frames, ask: app) { [self] answers in
            let apps = answers.compactMap(\.self)
            let others = apps.filter { app in !app.names.contains(where: Self.shells.contains) }
            let processes = Set(others.map(\.process))
            switch processes.count {
            case 1: finish(.success(others[0]))
            case 0 where apps.isEmpty: finish(.failure(.failed(.focus(.noAccessibleApp))))
            case 0: finish(.failure(.noApp(.focus(.desktop))))
            default:
                let names = others.map { $0.names.first ?? "" }.joined(separator: ", ")
                finish(.failure(.failed(.focus(.severalApps, [.apps: .text(names)]))))
            }
        }
    }

    private func app(of front: Front, then: @escaping (FocusedApp?) -> Void) {
        let frame = front.frame
        walk.bus.process(of: frame.owner, by: deadline) { [self] process in
            guard let process else { return then(nil) }
            let arguments: [Value] = [.string(AccessibleWalk.accessible.rawValue), .string("Name")]
            walk.bus.ask(
                frame.owner, AccessibleWalk.root, .properties, "Get", arguments, by: deadline
            ) { result in
                let name = (try? result.get())?.first?.asString
                var app = FocusedApp(
                    process: process, names: [name], window: front.isAmbiguous ? "" : frame.windowName,
                    provider: .accessibility)
                app.isOnlyWindow = front.isOnlyWindow
                then(app)
            }
        }
    }

    private func finish(_ result: Result<FocusedApp, FocusProblem>) {
        guard let answer = then else { return }
        then = nil
        walk.close()
        answer(result)
    }
}
