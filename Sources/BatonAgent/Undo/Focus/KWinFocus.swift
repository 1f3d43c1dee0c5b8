// SPDX-License-Identifier: Apache-2.0

internal import BatonDBus
internal import Glibc

/// Asks KWin 5.27 or 6 by a small script that KWin runs once and that calls back over D-Bus.
///
/// KWin has no method that tells which window is active. The script is loaded for one question and unloaded after it.
@MainActor
final class KWinFocus: FocusSource {
    let name = "kwin"
    private let connection: Connection
    private let bus: BusQuestions
    private var serial: UInt64 = 0

    private static let kwin: BusName = "org.kde.KWin"

    init(connection: Connection) {
        self.connection = connection
        bus = BusQuestions(connection: connection)
    }

    func ask(
        in environment: DisplayEnvironment, by deadline: Duration,
        then: @escaping (Result<FocusedApp, FocusProblem>) -> Void
    ) {
        bus.askBus("GetNameOwner", [.string(Self.kwin.rawValue)], by: deadline) { [self] result in
            guard case .success(let values) = result, let text = values.first?.asString,
                let owner = try? BusName(text)
            else { return then(.failure(.absent("KWin is not on the session bus"))) }
            guard let us = connection.uniqueName, let directory = environment.runtimeDirectory else {
                return then(.failure(.failed("there is no directory for the script")))
            }
            serial += 1
            // Nobody but KWin, which is sent the name, can know it and answer in its place.
            let token = "baton_focus_\(serial)_\(UInt64.random(in: 0...UInt64.max))"
            KWinQuestion(
                token: token, file: "\(directory)/\(token).js", kwin: owner, us: us, connection: connection,
                deadline: deadline, then: then
            ).start()
        }
    }

    /// The script of one question. KWin 6 says `activeWindow` what KWin 5 calls `activeClient`.
    ///
    /// - Parameters:
    ///   - us: whom it calls.
    ///   - path: the object it calls.
    nonisolated static func script(us: String, path: String) -> String {
        """
        (function () {
            var w = workspace.activeWindow;
            if (w === undefined) { w = workspace.activeClient; }
            var pid = "", name = "", file = "", id = "";
            if (w) {
                pid = String(w.pid);
                name = String(w.resourceClass || "");
                file = String(w.desktopFileName || "");
                id = String(w.internalId || w.windowId || "");
            }
            callDBus("\(us)", "\(path)", "\(interface)", "Report", pid, name, file, id);
        })();

        """
    }

    /// The interface that the script calls.
    nonisolated static let interface: InterfaceName = "org.baton.Baton1.FocusReport"

    /// The app that a report names.
    nonisolated static func app(
        process: String, resourceClass: String, desktopFile: String, window: String
    ) -> Result<FocusedApp, FocusProblem> {
        if process.isEmpty, window.isEmpty { return .failure(.nobody("no window has the focus")) }
        guard let number = UInt32(process), number > 0, number <= UInt32(Int32.max) else {
            return .failure(.failed("the window has no process"))
        }
        return .success(
            FocusedApp(
                process: number, identifier: FocusText.identifier(desktopFile, resourceClass),
                window: FocusText.clean(window), source: "kwin"))
    }
}
