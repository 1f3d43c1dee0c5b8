// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonReactor
import BatonSession
import Glibc

/// One question to KWin: it makes the script's file and the object that the script calls, and removes both, whatever
/// happens.
///
/// KWin numbers a script by how many there are, and does not report that the path of that number was taken: after an
/// older script was unloaded, the path of the new one may be that of another script, whose `run` succeeds and does
/// nothing. `start` then runs all scripts that do not run yet. The question keeps itself alive until it is over.
@MainActor
final class KWinQuestion {
    private let token: String
    private let file: String
    private let kwin: BusName
    private let us: BusName
    private let connection: Connection
    private let bus: BusQuestions
    private var then: ((Result<FocusedApp, FocusProblem>) -> Void)?
    private var whenOver: (() -> Void)?
    private var object: ObjectPath?
    private var isLoaded = false

    private static let scripting: ObjectPath = "/Scripting"
    private static let scriptingInterface: InterfaceName = "org.kde.kwin.Scripting"
    private static let scriptInterface: InterfaceName = "org.kde.kwin.Script"
    /// The deadline of a call of KWin. The callers' deadlines are shorter.
    private static let callLimit = Duration.seconds(2)
    /// How long KWin may take to unload the script. After that time the next question is asked all the same.
    private static let unloadLimit = Duration.milliseconds(500)

    /// - Parameters:
    ///   - token: the name of the script and of the object: letters, digits and '_'.
    ///   - kwin: the unique name of KWin. Reports of other connections are ignored.
    init(token: String, file: String, kwin: BusName, us: BusName, connection: Connection) {
        self.token = token
        self.file = file
        self.kwin = kwin
        self.us = us
        self.connection = connection
        bus = BusQuestions(connection: connection)
    }

    /// Begins the question.
    ///
    /// - Parameters:
    ///   - then: called once, unless ``stop()`` comes first.
    ///   - whenOver: called once, when KWin has unloaded the script or did not answer.
    func start(
        then: @escaping (Result<FocusedApp, FocusProblem>) -> Void, whenOver: @escaping () -> Void
    ) {
        self.then = then
        self.whenOver = whenOver
        guard let path = try? ObjectPath("\(BatonBus.path)/Focus/\(token)") else {
            return finish(.failure(.failed(.focus(.kwinFailed))))
        }
        guard write(KWinFocus.script(us: us.rawValue, path: path.rawValue)) else {
            return finish(.failure(.failed(.focus(.scriptUnwritable, [.path: .text(file)]))))
        }
        object = path
        connection.export(ExportedObject(interfaces: [interface]), at: path)
        // This is set before the answer: a script that KWin loads after the deadline must be unloaded as well.
        isLoaded = true
        call(Self.scripting, Self.scriptingInterface, "loadScript", [.string(file), .string(token)]) { [self] result in
            switch result {
            case .failure(let error): finish(.failure(.failed(.focus(.kwinFailed, [.message: "\(error)"]))))
            case .success(let values):
                guard let id = values.first?.asInt64, id >= 0 else {
                    return finish(.failure(.failed(.focus(.kwinFailed))))
                }
                // The path in KWin 6, then the one in KWin 5.
                run(["/Scripting/Script\(id)", "/\(id)"])
            }
        }
    }

    /// Ends the question, because no caller waits for the answer any more.
    func stop() { finish(.failure(.late)) }

    private func run(_ paths: ArraySlice<String>) {
        guard let text = paths.first, let path = try? ObjectPath(text) else { return runAll() }
        call(path, Self.scriptInterface, "run") { [self] result in
            guard case .failure(let error) = result else {
                // The script's report comes before the answer to its `run`, so that path belonged to another script.
                return runAll()
            }
            guard error.name != .timeout else { return finish(.failure(.late)) }
            run(paths.dropFirst())
        }
    }

    /// Runs all scripts that are loaded and do not run.
    private func runAll() {
        call(Self.scripting, Self.scriptingInterface, "start") { [self] result in
            guard case .failure(let error) = result else { return }
            finish(.failure(error.name == .timeout ? .late : .failed(.focus(.kwinFailed, [.message: "\(error)"]))))
        }
    }

    /// Calls a method of KWin. The answer is ignored once the question is over.
    private func call(
        _ path: ObjectPath, _ interface: InterfaceName, _ member: MemberName, _ arguments: [Value] = [],
        then handler: @escaping (Result<[Value], DBusError>) -> Void
    ) {
        bus.ask(kwin, path, interface, member, arguments, by: bus.now + Self.callLimit) { [self] result in
            if then != nil { handler(result) }
        }
    }

    private var interface: Interface {
        Interface(
            BatonBus.focus,
            methods: [
                Method(
                    "Report",
                    in: [
                        Argument("process", "s"), Argument("resource_class", "s"), Argument("desktop_file", "s"),
                        Argument("window", "s"), Argument("only", "s"),
                    ], out: []
                ) { [weak self] call in
                    call.reply()
                    self?.take(call)
                }
            ])
    }

    private func take(_ call: Invocation) {
        guard call.sender == kwin else { return }
        let texts = call.arguments.compactMap(\.asString)
        guard texts.count == 5 else { return }
        finish(
            KWinFocus.app(
                process: texts[0], resourceClass: texts[1], desktopFile: texts[2], window: texts[3],
                isOnlyWindow: texts[4] == "1"))
    }

    private func finish(_ result: Result<FocusedApp, FocusProblem>) {
        guard let answer = then else { return }
        then = nil
        if let object { connection.unexport(object) }
        unlink(file)
        unload()
        answer(result)
    }

    private func unload() {
        guard isLoaded else { return over() }
        bus.ask(
            kwin, Self.scripting, Self.scriptingInterface, "unloadScript", [.string(token)],
            by: bus.now + Self.unloadLimit
        ) { [self] _ in over() }
    }

    private func over() {
        let whenOver = whenOver
        self.whenOver = nil
        whenOver?()
    }

    /// Writes the script to a new file. The directory belongs to the user, and an existing file or link is not
    /// followed.
    private func write(_ text: String) -> Bool {
        let descriptor = open(file, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return false }
        defer { _ = close(descriptor) }
        let bytes = Array(text.utf8)
        return Glibc.write(descriptor, bytes, bytes.count) == bytes.count
    }
}
