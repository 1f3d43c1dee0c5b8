// SPDX-License-Identifier: Apache-2.0

import BatonAPI
package import BatonDBus
import BatonReactor
package import BatonSession

/// Asks KWin 5.27 or 6 by a small script that KWin runs once and that calls back over D-Bus.
///
/// KWin has no method that tells which window is active. The script is loaded for one question and unloaded after it. There
/// is one question at a time: KWin numbers a script by how many there are, and two may get the same number. Whoever asks while
/// one is under way gets its answer.
@MainActor
package final class KWinFocus: FocusSource {
    package let name = "kwin"
    private let connection: Connection
    private let bus: BusQuestions
    private var serial: UInt64 = 0
    private var askers: [Asker] = []
    private var question: KWinQuestion?
    /// From the search for KWin until the script is unloaded.
    private var isBusy = false

    private static let kwin: BusName = "org.kde.KWin"
    /// The bus itself answers at once.
    private static let busLimit = Duration.seconds(1)

    /// Somebody who wants to know, and until when.
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
            // They may have lost patience meanwhile.
            guard !askers.isEmpty else { return isBusy = false }
            serial += 1
            // Nobody but KWin, which is sent the name, can know it and answer in its place.
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

    /// One has no time left; with the last of them the question ends.
    private func giveUp(_ asker: Asker) {
        askers.removeAll { $0 === asker }
        if askers.isEmpty { question?.stop() }
        asker.then(.failure(.late))
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
            callDBus("\(us)", "\(path)", "\(BatonBus.focus)", "Report", pid, name, file, id);
        })();

        """
    }

    /// The app that a report names.
    package nonisolated static func app(
        process: String, resourceClass: String, desktopFile: String, window: String
    ) -> Result<FocusedApp, FocusProblem> {
        if process.isEmpty, window.isEmpty { return .failure(.nobody(.focus(.noWindow))) }
        guard let number = UInt32(process), number > 0, number <= UInt32(Int32.max) else {
            return .failure(.failed(.focus(.noProcess)))
        }
        return .success(
            FocusedApp(
                process: number, names: [desktopFile, resourceClass], window: FocusText.clean(window), source: "kwin"))
    }
}
