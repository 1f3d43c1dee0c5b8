// SPDX-License-Identifier: Apache-2.0

public import BatonDBus

/// A service of a desktop that keeps the screen on for programs, as KDE's and GNOME's do: until they take that back, or leave the bus.
public final class FakeScreenKeeper {
    /// Which service it is.
    public enum Kind: Sendable, CaseIterable {
        /// `org.freedesktop.ScreenSaver`.
        case screenSaver
        /// The same at the older path of KDE.
        case olderScreenSaver
        /// `org.gnome.SessionManager`.
        case sessionManager
    }

    /// What it does when it is asked.
    public enum Answer {
        /// It keeps the screen on.
        case usual
        /// It answers with an error.
        case error(ErrorName)
        /// It waits until ``FakeScreenKeeper/answerAll()``.
        case wait
    }

    /// What it answers.
    public var answer = Answer.usual
    /// How often it was asked.
    public private(set) var questions = 0
    /// The arguments of the last question.
    public private(set) var arguments: [Value] = []
    /// Whether it has its name.
    public private(set) var isThere = false
    /// The connection that it is on.
    public let connection: Connection
    private let kind: Kind
    private var cookies: [UInt32: NameWatch] = [:]
    private var lastCookie: UInt32 = 0
    private var waiting: [Invocation] = []
    private var request: NameRequest?

    /// Puts its object on the bus; the name is taken with ``appear()``.
    public init(_ kind: Kind, on connection: Connection) {
        self.kind = kind
        self.connection = connection
        let isSaver = kind != .sessionManager
        let inhibit = Method(
            "Inhibit",
            in: (isSaver ? ["s", "s"] : ["s", "u", "s", "u"]).enumerated().map {
                Argument("argument\($0.offset)", $0.element)
            }, out: [Argument("cookie", "u")]
        ) { [weak self] in self?.asked($0) }
        let end = Method(isSaver ? "UnInhibit" : "Uninhibit", in: [Argument("cookie", "u")]) { [weak self] call in
            if case .uint32(let cookie)? = call.arguments.first { self?.drop(cookie) }
            call.reply()
        }
        connection.export(
            ExportedObject(interfaces: [Interface(isSaver ? Self.saver : Self.manager, methods: [inhibit, end])]),
            at: kind == .sessionManager
                ? "/org/gnome/SessionManager"
                : kind == .screenSaver ? "/org/freedesktop/ScreenSaver" : "/ScreenSaver")
    }

    private static let saver: InterfaceName = "org.freedesktop.ScreenSaver"
    private static let manager: InterfaceName = "org.gnome.SessionManager"

    /// How many programs it keeps the screen on for.
    public var count: Int { cookies.count }

    private func asked(_ call: Invocation) {
        questions += 1
        arguments = call.arguments
        switch answer {
        case .usual: take(call)
        case .error(let name): call.fail(DBusError(name, "as the test wants it"))
        case .wait: waiting.append(call)
        }
    }

    private func take(_ call: Invocation) {
        lastCookie += 1
        let cookie = lastCookie
        cookies[cookie] = connection.watchName(call.sender) { [weak self] in if $0 == nil { self?.drop(cookie) } }
        call.reply(.uint32(cookie))
    }

    private func drop(_ cookie: UInt32) { cookies.removeValue(forKey: cookie)?.cancel() }

    /// Answers what waits.
    public func answerAll() {
        for call in waiting { take(call) }
        waiting = []
    }

    /// Owns the name.
    public func appear() {
        let name: BusName = kind == .sessionManager ? "org.gnome.SessionManager" : "org.freedesktop.ScreenSaver"
        request = connection.requestName(name) { [weak self] in self?.isThere = $0 == .owned }
    }

    /// Leaves the name, as when it is started anew: it knows of nobody then.
    public func leave() {
        request?.release()
        request = nil
        isThere = false
        for watch in cookies.values { watch.cancel() }
        cookies = [:]
    }
}
