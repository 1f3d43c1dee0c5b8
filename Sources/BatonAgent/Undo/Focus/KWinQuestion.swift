// SPDX-License-Identifier: Apache-2.0

internal import BatonDBus
internal import BatonReactor
internal import Glibc

/// One question to KWin: the script's file, the object that it calls, and both away again, whatever happens.
///
/// Keeps itself alive until it is over.
@MainActor
final class KWinQuestion {
    private let token: String
    private let file: String
    private let kwin: BusName
    private let us: BusName
    private let connection: Connection
    private let bus: BusQuestions
    private let deadline: Duration
    private var then: ((Result<FocusedApp, FocusProblem>) -> Void)?
    private var timer: ReactorTimer?
    private var object: ObjectPath?
    private var isLoaded = false

    private static let scripting: ObjectPath = "/Scripting"
    private static let scriptingInterface: InterfaceName = "org.kde.kwin.Scripting"
    private static let scriptInterface: InterfaceName = "org.kde.kwin.Script"

    /// - Parameters:
    ///   - token: names script and object: letters, digits and '_'.
    ///   - kwin: the unique name of KWin; nobody else's report counts.
    init(
        token: String, file: String, kwin: BusName, us: BusName, connection: Connection, deadline: Duration,
        then: @escaping (Result<FocusedApp, FocusProblem>) -> Void
    ) {
        self.token = token
        self.file = file
        self.kwin = kwin
        self.us = us
        self.connection = connection
        self.deadline = deadline
        self.then = then
        bus = BusQuestions(connection: connection)
    }

    func start() {
        guard let path = try? ObjectPath("/org/baton/Baton1/Focus/\(token)") else {
            return finish(.failure(.failed("there is no path '\(token)'")))
        }
        guard write(KWinFocus.script(us: us.rawValue, path: path.rawValue)) else {
            return finish(.failure(.failed("'\(file)' cannot be written")))
        }
        object = path
        connection.export(ExportedObject(interfaces: [interface]), at: path)
        timer = connection.reactor.schedule(at: deadline) { [self] in finish(.failure(.late)) }
        let arguments: [Value] = [.string(file), .string(token)]
        // Before the answer: a script that KWin loads later than anybody waits for must be unloaded as well.
        isLoaded = true
        bus.ask(kwin, Self.scripting, Self.scriptingInterface, "loadScript", arguments, by: deadline) { [self] result in
            guard then != nil else { return }
            switch result {
            case .failure(let error): finish(.failure(.failed("the script is not loaded: \(error)")))
            case .success(let values):
                guard let id = values.first?.asInt64, id >= 0 else {
                    return finish(.failure(.failed("KWin does not take scripts")))
                }
                // KWin 6's path, then KWin 5's.
                run(["/Scripting/Script\(id)", "/\(id)"])
            }
        }
    }

    private func run(_ paths: ArraySlice<String>) {
        guard let text = paths.first, let path = try? ObjectPath(text) else {
            return finish(.failure(.failed("KWin does not run the script")))
        }
        bus.ask(kwin, path, Self.scriptInterface, "run", [], by: deadline) { [self] result in
            // The report comes first or after the answer, as KWin likes.
            guard then != nil, case .failure(let error) = result else { return }
            guard error.name != .timeout else { return finish(.failure(.late)) }
            run(paths.dropFirst())
        }
    }

    private var interface: Interface {
        Interface(
            KWinFocus.interface,
            methods: [
                Method(
                    "Report",
                    in: [
                        Argument("process", "s"), Argument("resource_class", "s"), Argument("desktop_file", "s"),
                        Argument("window", "s"),
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
        guard texts.count == 4 else { return }
        finish(KWinFocus.app(process: texts[0], resourceClass: texts[1], desktopFile: texts[2], window: texts[3]))
    }

    private func finish(_ result: Result<FocusedApp, FocusProblem>) {
        guard let answer = then else { return }
        then = nil
        timer?.cancel()
        timer = nil
        if let object { connection.unexport(object) }
        if isLoaded {
            let message = Message.methodCall(
                to: kwin, path: Self.scripting, interface: Self.scriptingInterface, member: "unloadScript",
                noReply: true)
            if (try? message.append(.string(token))) != nil { connection.send(message) }
        }
        unlink(file)
        answer(result)
    }

    /// Writes the script where nobody else can have put something; the directory is the user's own.
    private func write(_ text: String) -> Bool {
        let descriptor = open(file, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return false }
        defer { _ = close(descriptor) }
        let bytes = Array(text.utf8)
        return Glibc.write(descriptor, bytes, bytes.count) == bytes.count
    }
}
