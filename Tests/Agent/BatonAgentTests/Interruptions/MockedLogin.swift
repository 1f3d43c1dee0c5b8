// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonTestSupport
import Glibc
import Testing

/// A logind of python-dbusmock, in a process of its own: unlike ``FakeLogin`` it knows nothing of Baton.
final class MockedLogin {
    private static let mock: InterfaceName = "org.freedesktop.DBus.Mock"
    private static let session: ObjectPath = "/org/freedesktop/login1/session/1"

    private let stage: AgentStage
    private let process: ChildProcess

    /// Starts one with a session of this user.
    ///
    /// - Parameter stage: a stage whose bus is the system's bus as well.
    init(on stage: AgentStage) throws {
        self.stage = stage
        // Debian's python has the package; another one in PATH has not.
        process = try ChildProcess(
            ["/usr/bin/python3", "-m", "dbusmock", "--template", "logind"],
            environment: ["DBUS_SYSTEM_BUS_ADDRESS": stage.bus.address, "PATH": "/usr/bin:/bin"])
        try stage.stage.wait(for: FakeLogin.name, of: process)
        let user = getuid()
        // The template's own adds a number to a text.
        try call(
            Self.mock, "AddMethod", .string(FakeLogin.manager.rawValue), .string("GetUser"), .string("u"),
            .string("o"), .string("ret = '/org/freedesktop/login1/user/%u' % args[0]"))
        try call(
            Self.mock, "AddProperty", .string(FakeLogin.manager.rawValue), .string("LidClosed"),
            .variant(.boolean(false)))
        try call(
            Self.mock, "AddSession", .string("1"), .string("seat0"), .uint32(user), .string("user"), .boolean(true))
        let display = Value.structure([.string("1"), .objectPath(Self.session)])
        try call(
            "org.freedesktop.DBus.Properties", "Set", at: try ObjectPath("/org/freedesktop/login1/user/\(user)"),
            .string("org.freedesktop.login1.User"), .string("Display"), .variant(display))
    }

    /// Whether a program has asked for the session's properties.
    var wasAskedAboutSession: Bool { process.printed.contains("GetAll \(Self.session) ") }

    /// Says that the session is locked or not, as lockers do.
    func lock(_ isLocked: Bool) throws {
        try call(FakeLogin.session, "SetLockedHint", at: Self.session, .boolean(isLocked))
    }

    /// Says that the machine is about to sleep, or that it has woken.
    func sleep(_ isGoing: Bool) throws {
        try call(
            Self.mock, "EmitSignal", .string(FakeLogin.manager.rawValue), .string("PrepareForSleep"), .string("b"),
            .array(DBusArray("v", [.variant(.boolean(isGoing))])))
    }

    /// What each lock that a program holds is for, and how: `sleep delay`.
    func inhibitors() throws -> [String] {
        guard case .array(let all)? = try call(FakeLogin.manager, "ListInhibitors").first else { return [] }
        return all.elements.compactMap { inhibitor in
            guard case .structure(let fields) = inhibitor, let what = fields[0].asString, let how = fields[3].asString
            else { return nil }
            return "\(what) \(how)"
        }
    }

    @discardableResult
    private func call(
        _ interface: InterfaceName, _ member: MemberName, at path: ObjectPath = FakeLogin.path, _ arguments: Value...
    ) throws -> [Value] {
        let message = Message.methodCall(to: FakeLogin.name, path: path, interface: interface, member: member)
        try message.append(contentsOf: arguments)
        do {
            return try stage.call(message).get()
        } catch {
            Issue.record("\(member): \(error); \(process.printed)")
            throw error
        }
    }
}
