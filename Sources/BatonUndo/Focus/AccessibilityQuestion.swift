// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonReactor
import BatonSession

/// One question to all apps on the accessibility bus, over a connection of its own that is closed with the answer.
///
/// It keeps itself alive until then.
@MainActor
final class AccessibilityQuestion {
    private let connection: Connection
    private let bus: BusQuestions
    private let deadline: Duration
    private var then: ((Result<FocusedApp, FocusProblem>) -> Void)?

    private static let accessible: InterfaceName = "org.a11y.atspi.Accessible"
    private static let properties: InterfaceName = "org.freedesktop.DBus.Properties"
    private static let root: ObjectPath = "/org/a11y/atspi/accessible/root"
    private static let mostApps = 128
    private static let mostFrames = 64
    /// `ATSPI_STATE_ACTIVE`: bit 1 of the first word.
    private static let activeState: UInt32 = 1 << 1
    /// `ATSPI_ROLE_FRAME`: a window that is no dialog.
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
        var options = ConnectionOptions()
        options.firstBackOff = nil
        options.greetingDeadline = max(deadline - reactor.now, .milliseconds(1))
        connection = Connection(address: address, reactor: reactor, options: options)
        bus = BusQuestions(connection: connection)
        self.deadline = deadline
        self.then = then
    }

    /// A window that says that it is in front.
    private struct Front {
        let frame: AccessibleObject
        /// Whether the app has another one that says so.
        let isAmbiguous: Bool
        /// Whether the app shows this window alone, and it is no dialog.
        let isOnlyWindow: Bool
    }

    private var early: Duration { deadline - Self.reserve }

    func start() {
        do throws(DBusError) {
            try connection.open()
        } catch {
            return finish(.failure(.failed(.route(.accessibilityFailed, [.message: "\(error)"]))))
        }
        let registry: BusName = "org.a11y.atspi.Registry"
        bus.ask(registry, Self.root, Self.accessible, "GetChildren", [], by: early) { [self] result in
            switch result {
            case .failure(let error):
                finish(
                    .failure(
                        error.name == .timeout ? .late : .failed(.route(.accessibilityFailed, [.message: "\(error)"]))))
            case .success(let values):
                let apps = AccessibleObject.list(values.first, most: Self.mostApps)
                Gathering.all(apps, ask: activeFrame) { [self] in judge($0.compactMap(\.self)) }
            }
        }
    }

    /// Finds the app's active frame, if it has one.
    private func activeFrame(of app: AccessibleObject, then: @escaping (Front?) -> Void) {
        bus.ask(app.owner, app.path, Self.accessible, "GetChildren", [], by: early) { [self] result in
            guard case .success(let values) = result else { return then(nil) }
            // An app may report only windows of its own.
            let frames = AccessibleObject.list(values.first, most: Self.mostFrames).filter { $0.owner == app.owner }
            Gathering.all(frames, ask: isActive) { [self] answers in
                let active = zip(frames, answers).filter(\.1).map(\.0)
                guard let frame = active.first else { return then(nil) }
                askRole(of: frame) { role in
                    then(
                        Front(
                            frame: frame, isAmbiguous: active.count > 1,
                            isOnlyWindow: frames.count == 1 && role == Self.frameRole))
                }
            }
        }
    }

    private func askRole(of frame: AccessibleObject, then: @escaping (UInt32?) -> Void) {
        bus.ask(frame.owner, frame.path, Self.accessible, "GetRole", [], by: early) { result in
            guard case .uint32(let role) = (try? result.get())?.first else { return then(nil) }
            then(role)
        }
    }

    private func isActive(_ frame: AccessibleObject, then: @escaping (Bool) -> Void) {
        bus.ask(frame.owner, frame.path, Self.accessible, "GetState", [], by: early) { result in
            guard case .success(let values) = result, case .array(let words) = values.first,
                case .uint32(let word) = words.elements.first
            else { return then(false) }
            then(word & Self.activeState != 0)
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
        bus.process(of: frame.owner, by: deadline) { [self] process in
            guard let process else { return then(nil) }
            let arguments: [Value] = [.string(Self.accessible.rawValue), .string("Name")]
            bus.ask(frame.owner, Self.root, Self.properties, "Get", arguments, by: deadline) { result in
                let name = (try? result.get())?.first?.asString
                var app = FocusedApp(
                    process: process, names: [name], window: front.isAmbiguous ? "" : frame.windowName,
                    source: AccessibilityFocus.sourceName)
                app.isOnlyWindow = front.isOnlyWindow
                then(app)
            }
        }
    }

    private func finish(_ result: Result<FocusedApp, FocusProblem>) {
        guard let answer = then else { return }
        then = nil
        // A reply's handler of this connection may be running, so the connection is closed at the end of the turn.
        connection.reactor.deferUntilEndOfTurn { [connection] in connection.close() }
        answer(result)
    }
}
