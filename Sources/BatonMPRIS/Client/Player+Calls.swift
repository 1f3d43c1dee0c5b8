// SPDX-License-Identifier: Apache-2.0

public import BatonDBus
internal import BatonReactor

/// Asking a player to do something. Everything goes to the process that owns its name now, never starts one, and has a
/// deadline after which the player is suspect.
extension Player {
    /// The message of a method of its own, to which arguments may be appended.
    public func message(_ interface: InterfaceName, _ member: MemberName) -> Message {
        Message.methodCall(to: owner, path: PlayerInterface.objectPath, interface: interface, member: member)
    }

    /// Calls a method.
    ///
    /// - Parameters:
    ///   - arguments: of the types that the specification has.
    ///   - reply: called once, unless the call is cancelled: with the answer, the player's own error, `Timeout`,
    ///     `NoReply` when it left, or `Disconnected`.
    /// - Throws: ``DBusError`` `InvalidArgs` when an argument cannot go over the bus; nothing is sent then.
    @discardableResult
    public func call(
        _ method: PlayerMethod, _ arguments: [Value] = [], within deadline: Duration,
        reply: @escaping (Result<Message, DBusError>) -> Void = { _ in }
    ) throws(DBusError) -> PendingCall {
        let message = message(method.interface.name, method.name)
        try message.append(contentsOf: arguments)
        return send(message, within: deadline, reply: reply)
    }

    /// Hands on a call that another program made to us, arguments and all.
    ///
    /// - Throws: ``DBusError`` when the call cannot be copied; see ``Message/methodCall(copying:to:)``.
    @discardableResult
    public func forward(
        _ call: Message, within deadline: Duration, reply: @escaping (Result<Message, DBusError>) -> Void
    ) throws(DBusError) -> PendingCall {
        send(try Message.methodCall(copying: call, to: owner), within: deadline, reply: reply)
    }

    /// Sends a call, and minds whether the player answers.
    @discardableResult
    public func send(
        _ message: Message, within deadline: Duration, reply: @escaping (Result<Message, DBusError>) -> Void
    ) -> PendingCall {
        let asked = owner
        return connection.call(message, within: deadline) { [self] result in
            if owner == asked {
                switch result {
                case .success: isSuspect = false
                case .failure(let error):
                    isSuspect = error.name == .timeout || (isSuspect && error.name == .disconnected)
                }
            }
            reply(result)
        }
    }

    /// Sets a property. The cache changes when the player tells that it did.
    ///
    /// - Throws: ``DBusError`` `PropertyReadOnly` for one that the specification does not let anybody set, `InvalidArgs`
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
        let message = message(PlayerInterface.properties, "Set")
        try message.append(
            .string(property.interface.name.rawValue), .string(property.name.rawValue), .variant(value))
        return send(message, within: deadline, reply: reply)
    }

    /// Jumps to a position of the track, if the track is still the one that is played.
    ///
    /// A track whose id is no object path is told by a relative Seek: its id cannot go over the bus.
    ///
    /// - Throws: ``DBusError`` when the call cannot be made.
    public func setPosition(
        _ position: MediaTime, of track: ObjectPath, within deadline: Duration,
        reply: @escaping (Result<Message, DBusError>) -> Void = { _ in }
    ) throws(DBusError) {
        guard TrackID.original(of: track) != nil, track == metadata.trackID else {
            try call(.setPosition, [.objectPath(track), position.value], within: deadline, reply: reply)
            return
        }
        let offset = position - self.position(at: connection.reactor.now)
        try call(.seek, [offset.value], within: deadline, reply: reply)
    }

    /// Asks where the player is in the track, and corrects the extrapolation by the answer.
    public func refreshPosition(
        within deadline: Duration, reply: @escaping (Result<MediaTime, DBusError>) -> Void = { _ in }
    ) {
        let message = message(PlayerInterface.properties, "Get")
        do {
            try message.append(.string(PlayerInterface.player.name.rawValue), .string("Position"))
        } catch {
            return reply(.failure(error))
        }
        let asked = owner
        send(message, within: deadline) { [weak self] result in
            reply(
                result.flatMap { answer in
                    guard let position = (try? answer.arguments())?.first.flatMap({ MediaTime($0) })
                    else {
                        return .failure(DBusError(.inconsistentMessage, "the position is no number"))
                    }
                    guard let self, self.owner == asked else { return .success(max(0, position)) }
                    self.setPosition(position, at: self.connection.reactor.now)
                    return .success(max(0, position))
                })
        }
    }

    /// Asks for the properties of an optional interface, and keeps them up to date from then on.
    ///
    /// Done for a player that is mirrored; the lists of the others need not lie in memory. The registry tells the answer as
    /// a change.
    public func load(_ interface: PlayerInterface) {
        guard loaded.insert(interface).inserted else { return }
        registry?.fetch(interface, of: self)
    }

    /// Asks for the properties of an interface anew; what is different comes as a change.
    public func reload(_ interface: PlayerInterface) {
        guard interface == .root || interface == .player || loaded.contains(interface) else { return }
        registry?.fetch(interface, of: self)
    }

    /// Forgets the properties of an optional interface.
    public func unload(_ interface: PlayerInterface) {
        guard interface != .root, interface != .player, loaded.remove(interface) != nil else { return }
        removeAll(of: interface)
    }
}
