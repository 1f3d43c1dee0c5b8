// SPDX-License-Identifier: Apache-2.0

package import BatonAPI
package import BatonDBus
import BatonReactor
package import BatonSession

/// Asks KWin 5.27 or 6 with a small script that KWin runs once and that calls back over D-Bus (rule UNDO14).
///
/// KWin has no method that names the active window. The script is loaded for one question and unloaded after it. There
/// is one question at a time, because KWin numbers scripts by how many there are, and two may get the same number. A
/// caller that asks while a question is under way gets the answer to that question.
@MainActor
package final class KWinFocus: FocusProvider {
    package let name = FocusProviderName.kwin
    private let connection: Connection
    private let bus: BusQuestions
    private var serial: UInt64 = 0
    private var askers: [Asker] = []
    private var question: KWinQuestion?
    /// True from the search for KWin until the script is unloaded.
    private var isBusy = false

    private static let kwin: BusName = "org.kde.KWin"
    /// The deadline of a call of the bus itself, which answers at once.
    private static let busLimit = Duration.seconds(1)

    /// A caller that waits for the answer, and its deadline.
    private final class Asker {
        let then: (Result<FocusedApp, FocusProblem>) -> Void
        var timer: ReactorTimer?

        init(_ then: @escaping (Result<FocusedApp, FocusProblem>) -> Void) { self.then = then }
    }

    package init(connection: Connection) {
        self.connection = connection
        bus = BusQuestions(connection: connection)
    }

    package func ask(
        in environment: DisplayEnvironment, by deadline: Duration,
        then: @escaping (Result<FocusedApp, FocusProblem>) -> Void
    ) {
        guard let directory = environment.runtimeDirectory else {
            return then(.failure(.failed(.focus(.noScriptFolder))))
        }
        let asker = Asker(then)
        asker.timer = connection.reactor.schedule(at: deadline) { [self, unowned asker] in giveUp(asker) }
        askers.append(asker)
        if !isBusy { begin(in: directory) }
    }

    private func begin(in directory: String) {
        isBusy = true
        let limit = bus.now + Self.busLimit
        bus.askBus("GetNameOwner", [.string(Self.kwin.rawValue)], by: limit) { [self] result in
            guard case .success(let values) = result, let text = values.first?.asString,
                let owner = try? BusName(text), let us = connection.uniqueName
            else {
                isBusy = false
                return tell(.failure(.absent(.focus(.kwinAbsent))))
            }
            // All callers may have reached their deadlines meanwhile.
            guard !askers.isEmpty else { return isBusy = false }
            serial += 1
            // Only KWin, which receives the random name, can know it and report under it.
            let token = "baton_focus_\(serial)_\(UInt64.random(in: 0...UInt64.max))"
            let question = KWinQuestion(
                token: token, file: "\(directory)/\(token).js", kwin: owner, us: us, connection: connection)
            self.question = question
            question.start { [self] in
                tell($0)
            } whenOver: { [self] in
                self.question = nil
                isBusy = false
                if !askers.isEmpty { begin(in: directory) }
            }
        }
    }

    private func tell(_ result: Result<FocusedApp, FocusProblem>) {
        let told = askers
        askers = []
        for asker in told {
            asker.timer?.cancel()
            asker.then(result)
        }
    }

    /// A caller has reached its deadline. The question ends with the last of them.
    private func giveUp(_ asker: Asker) {
        askers.removeAll { $0 === asker }
        if askers.isEmpty { question?.stop() }
        asker.then(.failure(.late))
    }

    /// The script of one question. `activeWindow` of KWin 6 is `activeClient` in KWin 5.
    ///
    /// - Parameters:
    ///   - us: the bus name that it calls.
    ///   - path: the object it calls.
    nonisolated static func script(us: String, path: String) -> String {
        """
        (function () {
            var w = workspace.activeWindow;
            if (w === undefined) { w = workspace.activeClient; }
            var pid = "", name = "", file = "", id = "", only = "";
            if (w) {
                var all = workspace.windowList ? workspace.windowList() : workspace.clientList();
                var own = all.filter(function (other) { return other.pid === w.pid; });
                if (own.length === 1 && w.normalWindow && !w.modal && !w.transient) { only = "1"; }
                pid = String(w.pid);
                name = String(w.resourceClass || "");
                file = String(w.desktopFileName || "");
                id = String(w.internalId || w.windowId || "");
            }
            callDBus("\(us)", "\(path)", "\(BatonBus.focus)", "Report", pid, name, file, id, only);
        })();

        """
    }

    /// The app that a report of the script names.
    package nonisolated static func app(
        process: String, resourceClass: String, desktopFile: String, window: String, isOnlyWindow: Bool = false
    ) -> Result<FocusedApp, FocusProblem> {
        if process.isEmpty, window.isEmpty { return .failure(.noApp(.focus(.noWindow))) }
        guard let number = UInt32(process), number > 0, number <= UInt32(Int32.max) else {
            return .failure(.failed(.focus(.noProcess)))
        }
        var app = FocusedApp(
            process: number, names: [desktopFile, resourceClass], window: FocusText.clean(window), provider: .kwin)
        app.isOnlyWindow = isOnlyWindow
        return .success(app)
    }
}
