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
    public static let kind = SavedRecordKind.kde

    /// The object of the daemon.
    public static let path: ObjectPath = "/kglobalaccel"
    /// The interface of the daemon's object. Its signal yourShortcutsChanged reports that one program changed a
    /// shortcut of another.
    public static let interface: InterfaceName = "org.kde.KGlobalAccel"

    private static let deadline = Duration.seconds(5)
    /// Below the 400 ms that batond waits for calls when it ends: what is sent after the deadline has to go out too.
    private static let lastDeadline = Duration.milliseconds(300)

    private let connection: Connection
    private let directory: String
    /// The present keys of the actions in the record, by component and action. Without those that kglobalaccel has not told yet.
    var present: [[String]: [KDEKeySequence]] = [:]
    /// The keys of Baton's own actions as kglobalaccel has told them last, by the names of the actions.
    var own: [String: [KDEKeySequence]] = [:]
    /// What the user has made of Baton's own actions, and the record does not say yet.
    var choices: [String: [KDEKeySequence]] = [:]
    /// Counts the requests to take or give, of which the last one counts.
    var request: UInt32 = 0
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

    /// The record that is written before the keys are taken from these actions for the first time.
    public static func record(of holders: [KDEHolder]) -> SavedRecord {
        var record = KDERecord(SavedRecord(kind: kind))
        record.note(holders)
        record.make()
        return record.saved
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

    func readKeys(of identifiers: [[String]], then: @escaping (Result<[KDEHolder], DBusError>) -> Void) {
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

    // MARK: Giving back

    /// Gives all keys back to the actions that had them. Other keys that these have got meanwhile stay.
    public func give(then: @escaping (Result<Void, DBusError>) -> Void) {
        request &+= 1
        noteChoices()
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
        // kglobalaccel forgets Baton's actions now.
        noteChoices()
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

    /// Makes kglobalaccel emit yourShortcutsChanged, so that the agent reads the record again. No keys change.
    public func announce(then: @escaping (Result<Void, DBusError>) -> Void) {
        let shortcut = KDEShortcut.all[0]
        readKeys(of: [shortcut.identifier]) { [self] result in
            guard case .success(let actions) = result, let now = actions.first else {
                return then(result.map { _ in })
            }
            ask([("setForeignShortcutKeys", [.strings(shortcut.identifier), KDEKeySequence.list(now.sequences)])]) {
                then($0.map { _ in })
            }
        }
    }

    private func noted() throws(DBusError) -> [KDEHolder] { try record()?.holders ?? [] }

    /// The record; nil if the user has not agreed.
    func record() throws(DBusError) -> KDERecord? { try stored { () throws(Errno) in try KDERecord(in: directory) } }

    /// Writes the record.
    func save(_ record: KDERecord) throws(DBusError) {
        try stored { () throws(Errno) in try record.saved.save(in: directory) }
    }

    private func stored<T>(_ body: () throws(Errno) -> T) throws(DBusError) -> T {
        do throws(Errno) { return try body() } catch {
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

    static let odd = DBusError(
        .inconsistentMessage, "this kglobalaccel answers in a way that Baton does not know")

    /// Makes all calls in order. Calls `then` with the replies when the last one has come, or with the first error.
    func ask(
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
