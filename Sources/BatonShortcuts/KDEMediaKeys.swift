// SPDX-License-Identifier: Apache-2.0

public import BatonDBus
internal import BatonReactor
public import SystemPackage

/// Takes KDE's media keys for a component of Baton's, and gives them back as they were (spec/mpris.md iv).
///
/// What kglobalaccel is told it writes down, and it outlives whoever told it. So a record says who had which keys, before
/// any is taken; and it is the user's consent: without one, nothing is ever taken. Belongs to whoever turns the connection's
/// reactor. A question has five seconds.
public final class KDEMediaKeys {
    /// The daemon's name.
    public static let service: BusName = "org.kde.kglobalaccel"
    /// Baton's component, whose signals tell of the keys.
    public static let componentPath: ObjectPath = "/component/baton"
    /// The interface of the signals globalShortcutPressed and globalShortcutReleased, both (component, action, time).
    public static let componentInterface: InterfaceName = "org.kde.kglobalaccel.Component"
    /// The kind of the record.
    public static let kind = "kde"

    /// The daemon's object.
    public static let path: ObjectPath = "/kglobalaccel"
    /// Its interface; the signal yourShortcutsChanged tells that somebody changed another program's shortcut.
    public static let interface: InterfaceName = "org.kde.KGlobalAccel"

    private static let deadline = Duration.seconds(5)
    /// SetPresent and NoAutoloading.
    private static let flags: UInt32 = 6

    private let connection: Connection
    private let directory: String
    /// The keys that those who lost one have now, by component and action.
    private var present: [[String]: [KDEKeySequence]] = [:]

    /// - Parameter directory: where the record is kept, `$XDG_STATE_HOME/baton`.
    public init(connection: Connection, directory: String) {
        self.connection = connection
        self.directory = directory
    }

    /// Whether the user agreed, and has not taken it back.
    public var isAgreed: Bool { (try? hasAgreed()) ?? false }

    /// Whether the user agreed, and has not taken it back.
    ///
    /// - Throws: when the record cannot be read; ``Errno/invalidArgument`` when it is damaged.
    public func hasAgreed() throws(Errno) -> Bool { try SavedRecord.load(Self.kind, in: directory) != nil }

    /// Writes down that the user agreed.
    public func agree() throws(Errno) {
        guard try SavedRecord.load(Self.kind, in: directory) == nil else { return }
        try SavedRecord(kind: Self.kind).save(in: directory)
    }

    /// Writes down that everything is as it was.
    public func forget() throws(Errno) { try SavedRecord.remove(Self.kind, in: directory) }

    // MARK: Who has them

    /// Asks which actions of other programs have media keys now.
    public func findHolders(then: @escaping (Result<[KDEHolder], DBusError>) -> Void) {
        ask(KDEShortcut.all.map { ("actionList", [$0.sequence.value]) }) { [self] result in
            switch result {
            case .failure(let error): then(.failure(error))
            case .success(let answers):
                var identifiers: [[String]] = []
                for answer in answers {
                    guard let identifier = answer.first?.asStringArray, identifier.count == 4,
                        identifier[0] != KDEShortcut.component, !identifiers.contains(identifier)
                    else { continue }
                    identifiers.append(identifier)
                }
                readKeys(of: identifiers, then: then)
            }
        }
    }

    private func readKeys(of identifiers: [[String]], then: @escaping (Result<[KDEHolder], DBusError>) -> Void) {
        ask(identifiers.map { ("shortcutKeys", [.strings($0)]) }) { result in
            then(
                result.flatMap { answers in
                    var holders: [KDEHolder] = []
                    for (identifier, answer) in zip(identifiers, answers) {
                        guard let sequences = KDEKeySequence.list(answer.first) else { return .failure(Self.odd) }
                        holders.append(KDEHolder(identifier: identifier, sequences: sequences))
                    }
                    return .success(holders)
                })
        }
    }

    // MARK: Taking

    /// Takes the keys that Baton has not got yet. Only for a user who agreed.
    ///
    /// - Parameter then: hears the titles of the keys that Baton did not get.
    public func take(then: @escaping (Result<[String], DBusError>) -> Void) {
        findHolders { [self] result in
            do throws(DBusError) {
                let holders = try result.get()
                let noted = try note(holders)
                // Whoever lost a key before a crash may have been given others since.
                readKeys(of: noted.map(\.identifier)) { [self] result in
                    switch result {
                    case .failure(let error): then(.failure(error))
                    case .success(let noted):
                        present = Dictionary(noted.map { ($0.action, $0.sequences) }) { $1 }
                        claim(from: holders, then: then)
                    }
                }
            } catch {
                then(.failure(error))
            }
        }
    }

    private func claim(from holders: [KDEHolder], then: @escaping (Result<[String], DBusError>) -> Void) {
        for holder in holders { present[holder.action] = holder.rest }
        var calls: [(MemberName, [Value])] = holders.map {
            ("setForeignShortcutKeys", [.strings($0.identifier), KDEKeySequence.list($0.rest)])
        }
        for shortcut in KDEShortcut.all {
            let keys = KDEKeySequence.list([shortcut.sequence])
            calls.append(("doRegister", [.strings(shortcut.identifier)]))
            calls.append(("setShortcutKeys", [.strings(shortcut.identifier), keys, .uint32(Self.flags)]))
        }
        ask(calls) { then($0.map { Self.missing($0.dropFirst(holders.count)) }) }
    }

    /// The record knows everybody before a key is taken from them.
    ///
    /// - Returns: all that are in it.
    private func note(_ holders: [KDEHolder]) throws(DBusError) -> [KDEHolder] {
        do throws(Errno) {
            guard var record = try SavedRecord.load(Self.kind, in: directory) else {
                throw Errno.permissionDenied
            }
            let before = record
            for holder in holders {
                record.lines.removeAll { holder.isSameAction($0) }
                record.lines.append(holder.line)
            }
            if record != before { try record.save(in: directory) }
            return record.lines.compactMap { KDEHolder(line: $0) }
        } catch {
            throw DBusError(.failed, "\(SavedRecord.path(Self.kind, in: directory)): \(error)")
        }
    }

    /// Hears what the signal yourShortcutsChanged says, so that ``giveAtOnce()`` leaves what the user has changed.
    public func shortcutsChanged(_ arguments: [Value]) {
        guard arguments.count >= 2, let identifier = arguments[0].asStringArray,
            let sequences = KDEKeySequence.list(arguments[1])
        else { return }
        let action = Array(identifier.prefix(2))
        // batonctl may have noted it a moment ago.
        guard present[action] != nil || (try? noted())?.contains(where: { $0.action == action }) == true else { return }
        present[action] = sequences
    }

    private static func missing(_ answers: ArraySlice<[Value]>) -> [String] {
        let answers = Array(answers)
        return KDEShortcut.all.enumerated().compactMap { index, shortcut in
            let got = KDEKeySequence.list(answers[2 * index + 1].first) ?? []
            return got.contains(shortcut.sequence) ? nil : shortcut.title
        }
    }

    // MARK: Giving back

    /// Gives all keys back to those who had them, with whatever other keys they have been given meanwhile.
    public func give(then: @escaping (Result<Void, DBusError>) -> Void) {
        let holders: [KDEHolder]
        do throws(DBusError) { holders = try noted() } catch { return then(.failure(error)) }
        ask(unregistering) { [self] result in
            if case .failure(let error) = result { return then(.failure(error)) }
            readKeys(of: holders.map(\.identifier)) { [self] result in
                switch result {
                case .failure(let error): then(.failure(error))
                case .success(let present):
                    ask(zip(holders, present).compactMap { Self.restoring($0, from: $1.sequences) }) {
                        then($0.map { _ in })
                    }
                }
            }
        }
    }

    /// Gives all keys back without waiting for an answer, with whatever other keys they have been given meanwhile: whoever
    /// calls it is about to leave.
    public func giveAtOnce() {
        guard let holders = try? noted() else { return }
        let calls =
            unregistering
            + holders.compactMap { Self.restoring($0, from: present[$0.action] ?? $0.rest) }
        for (member, arguments) in calls {
            let message = Message.methodCall(
                to: Self.service, path: Self.path, interface: Self.interface, member: member, noReply: true)
            if (try? message.append(contentsOf: arguments)) != nil { connection.send(message) }
        }
    }

    /// Has kglobalaccel tell that shortcuts changed, for the agent to look.
    public func announce(then: @escaping (Result<Void, DBusError>) -> Void) {
        let shortcut = KDEShortcut.all[0]
        ask([
            ("setForeignShortcutKeys", [.strings(shortcut.identifier), KDEKeySequence.list([shortcut.sequence])])
        ]) { then($0.map { _ in }) }
    }

    private func noted() throws(DBusError) -> [KDEHolder] {
        do throws(Errno) {
            return try SavedRecord.load(Self.kind, in: directory)?.lines.compactMap { KDEHolder(line: $0) } ?? []
        } catch {
            throw DBusError(.failed, "\(SavedRecord.path(Self.kind, in: directory)): \(error)")
        }
    }

    private var unregistering: [(MemberName, [Value])] {
        KDEShortcut.all.map { ("unregister", [.string(KDEShortcut.component), .string($0.action)]) }
    }

    private static func restoring(_ holder: KDEHolder, from now: [KDEKeySequence]) -> (MemberName, [Value])? {
        holder.restored(from: now).map {
            ("setForeignShortcutKeys", [.strings(holder.identifier), KDEKeySequence.list($0)])
        }
    }

    // MARK: Asking

    private static let odd = DBusError(
        .inconsistentMessage, "this kglobalaccel answers in a way that Baton does not know")

    /// Puts all questions in order; tells the answers when the last has come, or the first error.
    private func ask(
        _ calls: [(MemberName, [Value])], then: @escaping (Result<[[Value]], DBusError>) -> Void
    ) {
        guard !calls.isEmpty else { return then(.success([])) }
        let messages: [Message]
        do throws(DBusError) {
            messages = try calls.map { (member, arguments) throws(DBusError) in
                let message = Message.methodCall(
                    to: Self.service, path: Self.path, interface: Self.interface, member: member)
                try message.append(contentsOf: arguments)
                return message
            }
        } catch {
            // Before the first is sent: one that cannot be sent must not end what others have begun.
            return then(.failure(error))
        }
        Gathering.successes(
            messages,
            ask: { (message, answer: @escaping (Result<[Value], DBusError>) -> Void) in
                connection.call(message, within: Self.deadline) { result in
                    answer(result.flatMap { reply in Result { () throws(DBusError) in try reply.arguments() } })
                }
            }, then: then)
    }
}
