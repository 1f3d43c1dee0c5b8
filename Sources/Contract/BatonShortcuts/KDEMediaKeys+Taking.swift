// SPDX-License-Identifier: Apache-2.0

public import BatonDBus

extension KDEMediaKeys {
    /// The flags SetPresent and NoAutoloading of setShortcutKeys.
    private static let flags: UInt32 = 6

    /// Takes the media keys that Baton does not have yet. Only if the user has agreed.
    ///
    /// The first time they are taken from whatever action has them. After that, from the actions in the record alone: what
    /// the user has given to another action, or taken out, stays so (rule SETUP5).
    ///
    /// - Parameter then: called with the titles of the keys that Baton did not get; not called if the keys are taken again
    ///   or given back meanwhile.
    public func take(then: @escaping (Result<[String], DBusError>) -> Void) {
        request &+= 1
        let request = request
        present = [:]
        noteChoices()
        survey { [self] result in
            guard request == self.request else { return }
            do throws(DBusError) {
                let survey = try result.get()
                let recorded = try note(survey)
                // An action that lost a key before a crash may have been given other keys since.
                readKeys(of: recorded.map(\.identifier)) { [self] result in
                    guard request == self.request else { return }
                    switch result {
                    case .failure(let error): then(.failure(error))
                    case .success(let recorded):
                        // A change that was heard meanwhile is newer than the answer.
                        present.merge(recorded.map { ($0.action, $0.sequences) }) { heard, _ in heard }
                        claim(survey, then: then)
                    }
                }
            } catch {
                then(.failure(error))
            }
        }
    }

    /// The titles of the media keys that are not to be Baton's, because the user has decided so since they were taken. Nothing
    /// is changed.
    public func findGivenAway(then: @escaping (Result<[String], DBusError>) -> Void) {
        survey { result in
            then(
                result.map { survey in
                    guard survey.record.isMade else { return [] }
                    return KDEShortcut.all.filter { !survey.taken.contains($0.sequence) }.map(\.title)
                })
        }
    }

    // MARK: Looking

    /// Who has the keys, and what the record says, with what was found out about Baton's own actions.
    private func survey(then: @escaping (Result<KDESurvey, DBusError>) -> Void) {
        findHolders { [self] result in
            do throws(DBusError) {
                let holders = try result.get()
                guard let record = try record() else {
                    throw DBusError(.failed, "the user has not agreed, or no longer does")
                }
                let survey = KDESurvey(record, holders)
                guard record.isMade else { return then(.success(survey)) }
                readOwn { then($0.map { survey.corrected(by: $0) }) }
            } catch {
                then(.failure(error))
            }
        }
    }

    /// Baton's own actions that kglobalaccel knows, from before a crash of batond or from its file, with their keys.
    private func readOwn(then: @escaping (Result<[KDEHolder], DBusError>) -> Void) {
        ask([("allActionsForComponent", [.strings([KDEShortcut.component, "", "", ""])])]) { [self] result in
            switch result {
            case .failure(let error): then(.failure(error))
            case .success(let answers):
                guard case .array(let rows)? = answers.first?.first else { return then(.failure(Self.odd)) }
                let actions = rows.elements.compactMap { $0.asStringArray }.filter { $0.count == 4 }
                readKeys(
                    of: KDEShortcut.all.map(\.identifier).filter { actions.map { $0[1] }.contains($0[1]) }, then: then)
            }
        }
    }

    /// Writes the record before keys are taken.
    ///
    /// - Returns: all actions in the record.
    private func note(_ survey: KDESurvey) throws(DBusError) -> [KDEHolder] {
        guard let before = try record() else { throw DBusError(.failed, "the user has not agreed, or no longer does") }
        var record = survey.record
        record.note(survey.losers.map { $0.without(survey.kept) })
        record.make()
        if record != before { try save(record) }
        return record.holders
    }

    // MARK: Taking

    private func claim(_ survey: KDESurvey, then: @escaping (Result<[String], DBusError>) -> Void) {
        var calls: [(MemberName, [Value])] = []
        for holder in survey.losers {
            let rest = upToDate(holder).without(survey.taken(from: holder))
            present[holder.action] = rest.sequences
            calls.append(
                ("setForeignShortcutKeys", [.strings(holder.identifier), KDEKeySequence.list(rest.sequences)]))
        }
        let first = calls.count
        for shortcut in KDEShortcut.all {
            let keys = KDEKeySequence.list(survey.keys(of: shortcut))
            calls.append(("doRegister", [.strings(shortcut.identifier)]))
            calls.append(("setShortcutKeys", [.strings(shortcut.identifier), keys, .uint32(Self.flags)]))
        }
        let request = request
        ask(calls) { [self] result in
            if case .success(let answers) = result, request == self.request { got(answers.dropFirst(first)) }
            then(result.map { Self.missing($0.dropFirst(first)) })
        }
    }

    /// The action with the keys that it has now.
    private func upToDate(_ holder: KDEHolder) -> KDEHolder {
        KDEHolder(identifier: holder.identifier, sequences: present[holder.action] ?? holder.sequences)
    }

    /// Notes the answers about Baton's own actions: whatever is heard of these later and differs is the user's act.
    private func got(_ answers: ArraySlice<[Value]>) {
        for (shortcut, keys) in zip(KDEShortcut.all, Self.keys(answers)) { own[shortcut.action] = keys }
    }

    private static func missing(_ answers: ArraySlice<[Value]>) -> [String] {
        zip(KDEShortcut.all, keys(answers)).filter { !$1.contains($0.sequence) }.map { $0.0.title }
    }

    /// The keys that Baton's actions have got, by the answers to the pairs of calls for each.
    private static func keys(_ answers: ArraySlice<[Value]>) -> [[KDEKeySequence]] {
        let answers = Array(answers)
        return KDEShortcut.all.indices.map { index in
            (KDEKeySequence.list(answers[2 * index + 1].first) ?? []).filter { !$0.isEmpty }
        }
    }

    // MARK: What the user changes

    /// Hears the arguments of the signal yourShortcutsChanged, so that ``giveAtOnce()`` and ``take(then:)`` keep what the
    /// user has changed. ``noteChoices()`` writes it down.
    public func shortcutsChanged(_ arguments: [Value]) {
        guard arguments.count >= 2, let identifier = arguments[0].asStringArray, identifier.count >= 2,
            let sequences = KDEKeySequence.list(arguments[1])
        else { return }
        let action = Array(identifier.prefix(2))
        if action[0] == KDEShortcut.component {
            guard KDEShortcut.all.contains(where: { $0.action == action[1] }) else { return }
            let keys = sequences.filter { !$0.isEmpty }
            choices[action[1]] = own[action[1]] == keys ? nil : keys
            return
        }
        // batonctl may have added it to the record a moment ago.
        guard present[action] != nil || (try? record())??.holders.contains(where: { $0.action == action }) == true
        else {
            return
        }
        present[action] = sequences
    }

    /// Whether ``noteChoices()`` has something to write down.
    public var hasChoices: Bool { !choices.isEmpty }

    /// Writes down what the user has made of Baton's own actions: kglobalaccel forgets it when the keys are given back.
    ///
    /// - Returns: Whether the record says something else now.
    @discardableResult
    public func noteChoices() -> Bool {
        guard hasChoices else { return false }
        defer { choices = [:] }
        guard let before = (try? record()) ?? nil, before.isMade else { return false }
        var record = before
        for shortcut in KDEShortcut.all {
            guard let keys = choices[shortcut.action] else { continue }
            record.choose(keys, for: shortcut)
            own[shortcut.action] = keys
        }
        guard record.differs(from: before), (try? save(record)) != nil else { return false }
        return true
    }
}
