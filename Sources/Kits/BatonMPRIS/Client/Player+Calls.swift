// SPDX-License-Identifier: Apache-2.0

public import BatonDBus
import BatonReactor

/// Calls to a player. Each goes to the present owner of the player's name, does not start a service, and has a deadline
/// after which the player is suspect (rule MPRIS26).
extension Player {
    /// Makes a call of one of the player's methods, to which arguments may be appended.
    public func message(_ interface: InterfaceName, _ member: MemberName) -> Message {
        Message.methodCall(to: owner, path: PlayerInterface.objectPath, interface: interface, member: member)
    }

    /// Makes a call of one of the player's methods, to which arguments may be appended.
    ///
    /// The first call of each method is kept and copied for the later ones, because commands should not wait while
    /// libdbus builds and checks the same header again.
    public func message(_ method: PlayerMethod) -> Message {
        if templates.isEmpty { templates = Array(repeating: nil, count: PlayerMethod.allCases.count) }
        if let template = templates[Int(method.rawValue)], let message = try? Message.methodCall(repeating: template) {
            return message
        }
        let template = message(method.interface.name, method.name)
        // Reading a field makes libdbus note where each field of the header is, and copies have its notes.
        _ = template.member
        templates[Int(method.rawValue)] = template
        return (try? Message.methodCall(repeating: template)) ?? message(method.interface.name, method.name)
    }

    /// Calls a method.
    ///
    /// - Parameters:
    ///   - arguments: the arguments, of the types in the specification.
    ///   - reply: called once, unless the call is cancelled: with the reply, the player's own error, `Timeout`,
    ///     `NoReply` when the player left the bus, or `Disconnected`.
    ///   - method: the method of the player.
    ///   - deadline: how long the player may take.
    /// - Throws: `DBusError` `InvalidArgs` when D-Bus cannot carry an argument; nothing is sent then.
    @discardableResult
    public func call(
        _ method: PlayerMethod, _ arguments: [Value] = [], within deadline: Duration,
        reply: @escaping (Result<Message, DBusError>) -> Void = { _ in }
    ) throws(DBusError) -> PendingCall {
        let message = message(method)
        try message.append(contentsOf: arguments)
        return send(message, within: deadline, reply: reply)
    }

    /// Passes on a call that another program made to this process, with its arguments.
    ///
    /// - Throws: `DBusError` when the call cannot be copied; see `Message.methodCall(copying:to:)`.
    @discardableResult
    public func forward(
        _ call: Message, within deadline: Duration, reply: @escaping (Result<Message, DBusError>) -> Void
    ) throws(DBusError) -> PendingCall {
        send(try Message.methodCall(copying: call, to: owner), within: deadline, reply: reply)
    }

    /// Sends a call, and updates ``isSuspect`` by its result.
    @discardableResult
    public func send(
        _ message: Message, within deadline: Duration, reply: @escaping (Result<Message, DBusError>) -> Void
    ) -> PendingCall {
        let asked = owner
        return connection.call(message, within: deadline) { [self] result in
            if owner == asked {
                switch result {
                case .success:
                    if isSuspect {
                        isSuspect = false
                        registry?.readChanged(.player, of: self)
                    }
                case .failure(let error):
                    // Behind a flood that does not end the delay is this process's, and not the player's (rule MPRIS89).
                    let isLate = error.name == .timeout && !connection.isBehind
                    isSuspect = isLate || isSuspect && [.timeout, .disconnected].contains(error.name)
                }
            }
            reply(result)
        }
    }

    /// Sets a property. The cache changes when the player reports the change.
    ///
    /// - Throws: `DBusError` `PropertyReadOnly` for a property that is read-only in the specification, `InvalidArgs`
    ///   for a value of another type.
    @discardableResult
    public func setProperty(
        _ property: PlayerProperty, to value: Value, within deadline: Duration,
        reply: @escaping (Result<Message, DBusError>) -> Void = { _ in }
    ) throws(DBusError) -> PendingCall {
        guard property.isWritable else {
            throw DBusError(.propertyReadOnly, "property '\(property.name)' cannot be set")
        }
        let value = value.unwrapped
        guard value.signature == property.signature else {
            throw DBusError(
                .invalidArguments,
                "property '\(property.name)' is of type '\(property.signature)', not '\(value.signature)'")
        }
        return send(try setting(property, to: value), within: deadline, reply: reply)
    }

    /// The call that sets a property.
    package func setting(_ property: PlayerProperty, to value: Value) throws(DBusError) -> Message {
        let message = message(.properties, "Set")
        try message.append(
            .string(property.interface.name.rawValue), .string(property.name.rawValue), .variant(value))
        return message
    }

    /// Jumps to a position in a track, if the player still plays that track.
    ///
    /// For a track without an identifier, or whose identifier is not an object path, a relative `Seek` is sent, because
    /// `SetPosition` cannot carry that. A position outside of the track is ignored then, as `SetPosition` ignores it (rule MPRIS58): `reply`
    /// is called with success at once.
    ///
    /// - Throws: `DBusError` when the call cannot be made.
    public func setPosition(
        _ position: MediaTime, of track: ObjectPath, within deadline: Duration,
        reply: @escaping (Result<Void, DBusError>) -> Void = { _ in }
    ) throws(DBusError) {
        let isPath = TrackID.original(of: track) == nil && !lacksTrackID
        guard isPath || isInTrack(position, of: track) else { return reply(.success(())) }
        let now = connection.reactor.now
        let message = message(isPath ? .setPosition : .seek)
        var passed: PassedJump?
        if isPath {
            try message.append(.objectPath(track), position.value)
        } else {
            try message.append((position - self.position(at: now)).value)
            // A second jump is counted from here, although the player has not done this one yet.
            passed = noteJump(to: position)
        }
        send(message, within: deadline) { [weak self] result in
            if isPath, case .success = result, self?.isInTrack(position, of: track) == true {
                self?.noteJump(to: position)
            }
            if let passed, case .failure(let error) = result { self?.noteRefusal(of: passed, error) }
            reply(result.map { _ in })
        }
    }

    /// A jump that was passed on to the player; see ``noteRefusal(of:_:)``.
    package struct PassedJump {
        fileprivate let owner: BusName
        fileprivate let jump: PositionClock.Jump
    }

    /// Whether the player has a track that it gives no identifier (rule MPRIS99).
    package var lacksTrackID: Bool {
        let metadata = metadata
        return metadata.trackID == nil && !metadata.isEmpty
    }

    /// Whether the player plays this track, and the position is in it (rule MPRIS6). Of one without an identifier any is meant.
    package func isInTrack(_ position: MediaTime, of track: ObjectPath) -> Bool {
        guard track == metadata.trackID || lacksTrackID, position >= 0 else { return false }
        guard let length = metadata.length, length > 0 else { return true }
        return position <= length
    }

    /// Notes a jump that was passed on to the player. It is asked for its position when it must have done it; if it has not
    /// sent `Seeked` by then, the registry reports one (rule MPRIS59).
    @discardableResult
    package func noteJump(to position: MediaTime) -> PassedJump {
        registry?.review(self)
        return PassedJump(owner: owner, jump: jump(to: position, at: connection.reactor.now))
    }

    /// Notes that the player has answered a jump with an error: it is where it was (rule MPRIS87). Without an answer it may have
    /// jumped.
    package func noteRefusal(of passed: PassedJump, _ error: DBusError) {
        guard passed.owner == owner, error.name != .timeout else { return }
        takeBack(passed.jump)
    }

    /// Notes that a command was sent to the player: it is asked what has come of it if it does not tell that by itself (rule
    /// MPRIS88).
    package func noteCommand() { registry?.review(self) }

    /// Reads the player's properties at once, or after a pause if that is asked for often, and once more in a moment: another
    /// program has set something there, which the player need not signal (rule MPRIS90).
    package func refresh() {
        registry?.readChanged(.player, of: self)
        registry?.review(self)
    }

    /// Notes a relative jump that was passed on to the player. One beyond the end acts as Next (rule MPRIS6).
    package func noteJump(by offset: MediaTime) {
        let target = position(at: connection.reactor.now) + offset
        if let length = metadata.length, length > 0, target > length {
            markPositionStale()
            registry?.review(self)
        } else {
            noteJump(to: max(0, target))
        }
    }

    /// Asks the player for its state as it is now, after all calls that were sent to it before (rule MPRIS53).
    ///
    /// - Parameter reply: called once, with whether it has answered in time. Its answer is in the cache then.
    package func askNow(reply: @escaping (_ isAnswered: Bool) -> Void) {
        guard let registry else { return reply(false) }
        registry.askNow(self, reply: reply)
    }

    /// Reads the player's `Position`, and corrects the extrapolated position by it.
    public func refreshPosition(
        within deadline: Duration, reply: @escaping (Result<MediaTime, DBusError>) -> Void = { _ in }
    ) {
        let message = message(.properties, "Get")
        do {
            try message.append(.string(PlayerInterface.player.name.rawValue), .string("Position"))
        } catch {
            return reply(.failure(error))
        }
        let asked = owner
        let question = PropertyQuestion(number: nextNumber(), time: connection.reactor.now)
        send(message, within: deadline) { [weak self] result in
            reply(
                result.flatMap { answer in
                    guard let position = (try? answer.arguments())?.first.flatMap({ MediaTime($0) })
                    else {
                        return .failure(DBusError(.inconsistentMessage, "the position is no number"))
                    }
                    guard let self, self.owner == asked else { return .success(max(0, position)) }
                    self.take(position, answering: question)
                    return .success(max(0, position))
                })
        }
    }

    private func take(_ position: MediaTime, answering question: PropertyQuestion) {
        guard setPosition(position, answering: question, at: connection.reactor.now), owesSeeked else { return }
        owesSeeked = false
        registry?.tell(.signalled(self, .seeked(self.position(at: connection.reactor.now))))
    }

    /// Reads the properties of an optional interface, and keeps them up to date from then on.
    ///
    /// Call it for a player that is mirrored; the track lists of other players need no memory then. The registry
    /// reports the reply as a change.
    public func load(_ interface: PlayerInterface) {
        guard loaded.insert(interface).inserted else { return }
        registry?.fetch(interface, of: self)
    }

    /// Reads the properties of an interface again. The registry reports the differences as a change.
    public func reload(_ interface: PlayerInterface) {
        guard interface == .root || interface == .player || loaded.contains(interface) else { return }
        registry?.fetch(interface, of: self)
    }

    /// Asks whether the player answers for the properties of an interface, and keeps nothing of the answer. A player that does not answer
    /// in time does not become suspect by it.
    package func probe(_ interface: PlayerInterface, within deadline: Duration, reply: @escaping (Bool) -> Void) {
        guard let registry else { return reply(false) }
        connection.call(registry.getAll(interface, of: self), within: deadline) { result in
            if case .success = result { reply(true) } else { reply(false) }
        }
    }

    /// Removes the properties of an optional interface from the cache.
    public func unload(_ interface: PlayerInterface) {
        guard interface != .root, interface != .player, loaded.remove(interface) != nil else { return }
        removeAll(of: interface)
    }
}

extension DBusError {
    /// Whether the error says that the program has done nothing, so that another one may get the command (rule MPRIS24).
    package var saysNothingWasDone: Bool {
        switch name {
        case .unknownMethod, .unknownInterface, .unknownObject, .notSupported, .serviceUnknown, .nameHasNoOwner: true
        default: false
        }
    }
}
