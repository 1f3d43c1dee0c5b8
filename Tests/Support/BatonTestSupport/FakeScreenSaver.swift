// SPDX-License-Identifier: Apache-2.0

public import BatonDBus

/// A screen saver of the session bus, as GNOME's and MATE's. Unlike a locker that knows logind it sets no `LockedHint`.
public final class FakeScreenSaver {
    /// GNOME's name.
    public static let name: BusName = "org.gnome.ScreenSaver"
    /// GNOME's object.
    public static let path: ObjectPath = "/org/gnome/ScreenSaver"
    /// GNOME's interface.
    public static let interface: InterfaceName = "org.gnome.ScreenSaver"

    /// What it does when it is asked.
    public enum Answer {
        /// It tells the truth.
        case truth
        /// It answers with an error.
        case error(ErrorName)
        /// It waits until ``answerAll()``.
        case wait
    }

    /// Whether it has its name.
    public private(set) var isThere = false
    /// Whether it covers the screen.
    public var isActive = false
    /// What it answers.
    public var answer = Answer.truth
    /// How often it was asked.
    public private(set) var questions = 0
    /// The connection that it is on.
    public let connection: Connection
    private var waiting: [Invocation] = []
    private var request: NameRequest?

    /// Puts its object on the bus; the name is taken with ``appear()``.
    public init(on connection: Connection) {
        self.connection = connection
        let getActive = Method("GetActive", in: [], out: [Argument("active", "b")]) { [weak self] in
            self?.asked($0)
        }
        connection.export(
            ExportedObject(interfaces: [Interface(Self.interface, methods: [getActive])]), at: Self.path)
    }

    private func asked(_ call: Invocation) {
        questions += 1
        switch answer {
        case .truth: call.reply(.boolean(isActive))
        case .error(let name): call.fail(DBusError(name, "as the test wants it"))

        case .wait: waiting.append(call)
        }
    }

    /// Answers what waits.
    public func answerAll() {
        for call in waiting { call.reply(.boolean(isActive)) }
        waiting = []
    }

    /// Owns the name.
    public func appear() {
        request = connection.requestName(Self.name) { [weak self] in self?.isThere = $0 == .owned }
    }

    /// Leaves the bus, as when it crashes.
    public func leave() {
        request?.release()
        request = nil
        isThere = false
    }

    /// Covers or uncovers the screen, and sends the signal.
    public func cover(_ isActive: Bool) throws {
        self.isActive = isActive
        try FakeLogin.signal(Self.interface, "ActiveChanged", at: Self.path, [.boolean(isActive)], from: connection)
    }
}
