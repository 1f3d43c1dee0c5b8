// SPDX-License-Identifier: Apache-2.0

public import BatonDBus
import Glibc
import SystemPackage

/// A logind with one user and one graphical session, which a test locks.
public final class FakeLogin {
    /// Its name.
    public static let name: BusName = "org.freedesktop.login1"
    /// The interface of the manager.
    public static let manager: InterfaceName = "org.freedesktop.login1.Manager"
    /// The interface of a session.
    public static let session: InterfaceName = "org.freedesktop.login1.Session"
    /// The manager.
    public static let path: ObjectPath = "/org/freedesktop/login1"
    /// The only session.
    public static let sessionPath: ObjectPath = "/org/freedesktop/login1/session/_31"

    /// The connection that it is on.
    public let connection: Connection
    /// Whether it has its name.
    public private(set) var isThere = false
    /// What it answers about the session.
    public var isActive = true
    /// Whether it answers that the session is locked.
    public var isLocked = false
    /// Its property `LidClosed`.
    public var isLidClosed = false
    /// How often the session's property `Active` was read.
    public private(set) var questions = 0
    /// Called once when the session is asked for its properties, before it answers.
    public var onQuestion: (() -> Void)?
    /// The error that it answers to everything about the session instead; nil for none.
    public var refusal: ErrorName?
    /// What it does instead of telling about the session.
    public var fault: Fault?
    /// What it answers to `PreparingForSleep`.
    public var isPreparingForSleep = false
    /// How often it was asked who the user is.
    public private(set) var questionsForUser = 0
    /// Whether the user has a graphical session.
    public var hasDisplay = true
    /// How often a lock against sleeping was taken.
    public private(set) var inhibitions = 0
    private var unanswered: [Invocation] = []
    private var request: NameRequest?
    private var object: ExportedObject?
    /// The other end of the pipe of the latest lock against sleeping.
    private var inhibitor: FileDescriptor?

    /// The other end of the pipe of the latest lock against being idle.
    private var idleLock: FileDescriptor?
    /// How often a lock against being idle was taken.
    public private(set) var idleInhibitions = 0
    /// The error that it answers to one who wants a lock instead; nil for none.
    public var inhibitRefusal: ErrorName?

    /// What can be wrong with an answer.
    public enum Fault: Sendable, CaseIterable {
        /// None comes.
        case silence
        /// It is an error.
        case error
        /// It is of another type.
        case type
    }

    /// Puts its objects on the bus; the name is taken with ``appear()``.
    ///
    /// - Parameter isSilent: whether it answers no call.
    public init(on connection: Connection, isSilent: Bool = false) {
        self.connection = connection
        if isSilent { fault = .silence }
        let getUser = Method("GetUser", in: [Argument("uid", "u")], out: [Argument("object_path", "o")]) {
            [unowned self] in self.answerUser($0)
        }
        let display = Property("Display", "(so)") { [unowned self] in
            let path: ObjectPath = hasDisplay ? Self.sessionPath : "/"
            return .structure([.string(hasDisplay ? "1" : ""), .objectPath(path)])
        }
        let state = [
            Property("Active", "b") { [unowned self] in
                questions += 1
                let asked = onQuestion
                onQuestion = nil
                asked?()
                return .boolean(isActive)
            },
            Property("LockedHint", "b") { [unowned self] in .boolean(isLocked) },
        ]
        let lid = Property("LidClosed", "b", emitsChange: .none) { [unowned self] in .boolean(isLidClosed) }
        let sleeping = Property("PreparingForSleep", "b", emitsChange: .none) { [unowned self] in
            .boolean(isPreparingForSleep)
        }
        let strings = ["what", "who", "why", "mode"].map { Argument($0, "s") }
        let inhibit = Method("Inhibit", in: strings, out: [Argument("pipe_fd", "h")]) { [unowned self] in
            self.inhibit($0)
        }
        connection.export(
            ExportedObject(interfaces: [
                Interface(Self.manager, methods: [getUser, inhibit], properties: [lid, sleeping])
            ]),
            at: Self.path)
        connection.export(
            ExportedObject(interfaces: [Interface("org.freedesktop.login1.User", properties: [display])]),
            at: "/org/freedesktop/login1/user/_0")
        let object = ExportedObject(interfaces: [Interface(Self.session, properties: state)])
        connection.export(object, at: Self.sessionPath)
        self.object = object
    }

    deinit {
        try? inhibitor?.close()
        try? idleLock?.close()
    }

    private func answerUser(_ call: Invocation) {
        questionsForUser += 1
        if let refusal { return call.fail(DBusError(refusal, "as the test wants it")) }
        switch fault {
        case .silence: unanswered.append(call)
        case .error: call.fail(DBusError(.failed, "as the test wants it"))
        case .type:
            let odd = Property("Display", "s") { .string("1") }
            connection.export(
                ExportedObject(interfaces: [Interface("org.freedesktop.login1.User", properties: [odd])]),
                at: "/org/freedesktop/login1/user/_1")
            call.reply(.objectPath("/org/freedesktop/login1/user/_1"))
        case nil: call.reply(.objectPath("/org/freedesktop/login1/user/_0"))
        }
    }

    private func inhibit(_ call: Invocation) {
        if let inhibitRefusal { return call.fail(DBusError(inhibitRefusal, "as the test wants it")) }
        guard let ends = try? FileDescriptor.pipe() else { return call.fail(DBusError(.failed, "no pipe")) }
        if call.arguments.first?.asString == "idle" {
            try? idleLock?.close()
            idleLock = ends.readEnd
            idleInhibitions += 1
        } else {
            try? inhibitor?.close()
            inhibitor = ends.readEnd
            inhibitions += 1
        }
        call.reply(.fileDescriptor(UnixFileDescriptor(owning: ends.writeEnd)))
    }

    /// Whether a program keeps the machine from sleeping now.
    public var isInhibited: Bool { Self.isHeld(inhibitor) }

    /// Whether a program keeps the session from being idle now.
    public var isKeptAwake: Bool { Self.isHeld(idleLock) }

    private static func isHeld(_ lock: FileDescriptor?) -> Bool {
        guard let lock else { return false }
        var poll = pollfd(fd: lock.rawValue, events: Int16(POLLIN), revents: 0)
        return Glibc.poll(&poll, 1, 0) == 0
    }

    /// Asks lockers to lock the session.
    public func requestLock() throws {
        try Self.signal(Self.session, "Lock", at: Self.sessionPath, [], from: connection)
    }

    /// Takes the name.
    public func appear() {
        request = connection.requestName(Self.name) { [weak self] in self?.isThere = $0 == .owned }
    }

    /// Releases the name.
    public func leave() {
        request?.release()
        request = nil
        isThere = false
    }

    /// Changes the session, and signals it.
    public func set(isActive: Bool? = nil, isLocked: Bool? = nil) {
        self.isActive = isActive ?? self.isActive
        self.isLocked = isLocked ?? self.isLocked
        object?.emitPropertiesChanged(Self.session, ["Active", "LockedHint"])
    }

    /// Locks the session, and signals it before anything else is sent.
    public func lockAtOnce() throws {
        isLocked = true
        let changed = Value.vardict([("LockedHint", .boolean(true))])
        try Self.signal(
            "org.freedesktop.DBus.Properties", "PropertiesChanged", at: Self.sessionPath,
            [.string(Self.session.rawValue), changed, .strings([])], from: connection)
    }

    /// Signals that the machine goes to sleep, or is awake again.
    public func sleep(_ isGoing: Bool) throws {
        try Self.signal(Self.manager, "PrepareForSleep", at: Self.path, [.boolean(isGoing)], from: connection)
    }

    /// Signals that a session was added or removed.
    public func sessionsChanged() throws {
        try Self.signal(
            Self.manager, "SessionNew", at: Self.path, [.string("1"), .objectPath(Self.sessionPath)], from: connection)
    }

    /// A signal from any connection.
    public static func signal(
        _ interface: InterfaceName, _ member: MemberName, at path: ObjectPath, _ values: [Value],
        from connection: Connection
    ) throws {
        let message = Message.signal(path: path, interface: interface, member: member)
        try message.append(contentsOf: values)
        connection.send(message)
    }
}
