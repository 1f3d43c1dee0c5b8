// SPDX-License-Identifier: Apache-2.0

public import BatonDBus
import BatonReactor
public import SystemPackage

/// Takes KDE's media keys for a component of Baton's, and gives them back as they were (rules KEYS12 to KEYS16).
///
/// kglobalaccel stores the shortcuts in a file, where they stay after the program that set them has ended (rule
/// KEYS16). So a record of the actions that had the keys is written before any key is taken. The record also stands for
/// the user's consent: without one no key is taken. Not thread-safe: use it on the thread that runs the connection's
/// reactor. Each call has a deadline of five seconds; those of ``giveAtOnce()`` have one of 300 ms.
public final class KDEMediaKeys {
    /// The bus name of the daemon.
    public static let service: BusName = "org.kde.kglobalaccel"
    /// The object of Baton's component, which emits signals for the keys.
    public static let componentPath: ObjectPath = "/component/baton"
    /// The interface of the signals globalShortcutPressed and globalShortcutReleased, both (component, action, time).
    public static let componentInterface: InterfaceName = "org.kde.kglobalaccel.Component"
    /// The kind of the record.
    public static let kind = "kde"

    /// The object of the daemon.
    public static let path: ObjectPath = "/kglobalaccel"
    /// The interface of the daemon's object. Its signal yourShortcutsChanged reports that one program changed a
    /// shortcut of another.
    public static let interface: InterfaceName = "org.kde.KGlobalAccel"

    private static let deadline = Duration.seconds(5)
    /// Below the 400 ms that batond waits for calls when it ends: what is sent after the deadline has to go out too.
    private static let lastDeadline = Duration.milliseconds(300)
    /// The flags SetPresent and NoAutoloading of setShortcutKeys.
    private static let flags: UInt32 = 6

    private let connection: Connection
    private let directory: String
    /// The present keys of the actions in the record, by component and action. Without those that kglobalaccel has not told yet.
    private var present: [[String]: [KDEKeySequence]] = [:]
    /// Counts the requests to take or give, of which the last one counts.
    private var request: UInt32 = 0
    /// The questions of ``giveAtOnce()`` that have no answer yet.
    private var openQuestions = 0

    /// - Parameter directory: the directory of the record, `$XDG_STATE_HOME/baton`.
    public init(connection: Connection, directory: String) {
        self.connection = connection
        self.directory = directory
    }

    /// Whether the user has agreed, and has not withdrawn that.
    public var isAgreed: Bool { (try? hasAgreed()) ?? false }

    /// Whether the user has agreed, and has not withdrawn that.
    ///
    /// - Throws: when the record cannot be read; ``Errno/invalidArgument`` when it is damaged.
    public func hasAgreed() throws(Errno) -> Bool { try SavedRecord.load(Self.kind, in: directory) != nil }

    /// Records that the user has agreed.
    public func agree() throws(Errno) {
        guard try SavedRecord.load(Self.kind, in: directory) == nil else { return }
        try SavedRecord(kind: Self.kind).save(in: directory)
    }

    /// Removes the record, because everything is as it was.
    public func forget() throws(Errno) { try SavedRecord.remove(Self.kind, in: directory) }

    /// Whether ``giveAtOnce()`` waits for kglobalaccel.
    public var isGiving: Bool { openQuestions > 0 }

    // MARK: Finding the holders

    /// Asks which actions of other programs have media keys.
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

    /// Takes the media keys that Baton does not have yet. Only if the user has agreed.
    ///
    /// - Parameter then: called with the titles of the keys that Baton did not get; not called if the keys are taken again
    ///   or given back meanwhile.
    public func take(then: @escaping (Result<[String], DBusError>) -> Void) {
        request &+= 1
        let request = request
        present = [:]
        findHolders { [self] result in
            guard request == self.request else { return }
            do throws(DBusError) {
                let holders = try result.get()
                let noted = try note(holders)
                // An action that lost a key before a crash may have been given other keys since.
                readKeys(of: noted.map(\.identifier)) { [self] result in
                    guard request == self.request else { return }
                    switch result {
                    case .failure(let error): then(.failure(error))
                    case .success(let noted):
                        // A change that was heard meanwhile is newer than the answer.
                        present.merge(noted.map { ($0.action, $0.sequences) }) { heard, _ in heard }
                        claim(from: holders.map(upToDate), then: then)
                    }
                }
            } catch {
                then(.failure(error))
            }
        }
    }

    /// The action with the keys that it has now.
    private func upToDate(_ holder: KDEHolder) -> KDEHolder {
        KDEHolder(identifier: holder.identifier, sequences: present[holder.action] ?? holder.sequences)
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

    /// Adds the actions to the record, before their keys are taken.
    ///
    /// - Returns: all actions in the record.
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

    /// Notes the arguments of the signal yourShortcutsChanged, so that ``giveAtOnce()`` keeps what the user has
    /// changed.
    public func shortcutsChanged(_ arguments: [Value]) {
        guard arguments.count >= 2, let identifier = arguments[0].asStringArray,
            let sequences = KDEKeySequence.list(arguments[1])
        else { return }
        let action = Array(identifier.prefix(2))
        // batonctl may have added it to the record a moment ago.
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

    /// Gives all keys back to the actions that had them. Other keys that these have got meanwhile stay.
    public func give(then: @escaping (Result<Void, DBusError>) -> Void) {
        request &+= 1
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

    /// Gives all keys back like ``give(then:)``, but in a moment, because the process is about to end.
    ///
    /// It asks only for the keys of actions that kglobalaccel has not told since Baton took theirs: the user may have changed
    /// them. Without an answer these actions get the keys in the record. ``isGiving`` is true meanwhile.
    public func giveAtOnce() {
        request &+= 1
        guard let holders = try? noted() else { return }
        for call in unregistering { send(call) }
        for holder in holders {
            if let now = present[holder.action] {
                Self.restoring(holder, from: now).map(send)
            } else {
                askAndRestore(holder, request)
            }
        }
    }

    private func askAndRestore(_ holder: KDEHolder, _ request: UInt32) {
        guard let question = try? Self.message("shortcutKeys", [.strings(holder.identifier)]) else { return }
        openQuestions += 1
        connection.call(question, within: Self.lastDeadline) { [self] result in
            openQuestions -= 1
            guard request == self.request else { return }
            let arguments = result.flatMap { reply in Result { () throws(DBusError) in try reply.arguments() } }
            let now = KDEKeySequence.list((try? arguments.get())?.first)
            Self.restoring(holder, from: now ?? holder.rest).map(send)
        }
    }

    /// Sends a call whose reply is of no use.
    private func send(_ call: (MemberName, [Value])) {
        guard let message = try? Self.message(call.0, call.1, noReply: true) else { return }
        connection.send(message)
    }

    /// Makes kglobalaccel emit yourShortcutsChanged, so that the agent reads the record again.
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

    /// Makes all calls in order. Calls `then` with the replies when the last one has come, or with the first error.
    private func ask(
        _ calls: [(MemberName, [Value])], then: @escaping (Result<[[Value]], DBusError>) -> Void
    ) {
        guard !calls.isEmpty else { return then(.success([])) }
        let messages: [Message]
        do throws(DBusError) {
            messages = try calls.map { (member, arguments) throws(DBusError) in try Self.message(member, arguments) }
        } catch {
            // All messages are made before the first is sent, so that one that cannot be made does not leave the work
            // half done.
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

    private static func message(
        _ member: MemberName, _ arguments: [Value], noReply: Bool = false
    ) throws(DBusError) -> Message {
        let message = Message.methodCall(
            to: service, path: path, interface: interface, member: member, noReply: noReply)
        try message.append(contentsOf: arguments)
        return message
    }
}
