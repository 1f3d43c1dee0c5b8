// SPDX-License-Identifier: Apache-2.0

/// What the household model wants done.
///
/// For example:
/// ```swift
/// for effect in household.takeEffects() {
///     if case .hide(let name) = effect { players.remove(name) }
/// }
/// ```
package enum HouseholdEffect: Equatable, Sendable {
    /// Publish below the base.
    case publish(topic: String, payload: [UInt8], isRetained: Bool)
    /// Publish a command, which expires after 5 s, with where the answer goes and what it carries.
    ///
    /// `ifAnsweredWithin`: it does not say itself until when it counts, so it is published only once the broker has shown that it
    /// is there, and not at all if it has not by then; nil to publish it at once.
    case send(
        topic: String, payload: [UInt8], responseTopic: String, correlation: [UInt8], ifAnsweredWithin: Duration?)
    /// Publish an answer.
    case answer(topic: String, correlation: [UInt8], payload: [UInt8])
    /// Subscribe, now and at each later connection.
    ///
    /// `isWithoutKept`: what is done or answered there must be live. The broker is to deliver nothing that it keeps, and to mark
    /// what its sender had it keep.
    case subscribe(filter: String, isWithoutKept: Bool)
    /// Subscribe no more.
    case unsubscribe(filter: String)
    /// Another host has this one's name, which it loses if this one `keeps` it. Told once for each other host.
    case nameTaken(by: HostID, keeps: Bool)
    /// The name has changed: the connection is made again, with the will of the new topic. Nothing is said at the old one.
    case renamed(HostName)
    /// Do what another client asks; ``Household/finished(_:outcome:at:)`` tells how it went.
    case perform(HouseholdCommand, token: Int)
    /// What became of a command that this host sent: a code.
    case outcome(id: String, code: String)
    /// A followed host is a player here, or has changed.
    case show(RemoteHost)
    /// A followed host is no player here any more.
    case hide(HostName)
    /// An interruption of another host begins here.
    case begin(RemoteInterruption)
    /// It ends; what it paused goes on only if `mayResume`.
    case end(RemoteInterruption, mayResume: Bool)
    /// Other clients ask for what they may not; told once for each reason until the connection is made again.
    case refused(code: String, topic: String)
}

/// An interruption that another host shares.
///
/// For example:
/// ```swift
/// let call = RemoteInterruption(laptop, SharedInterruption(id: "call-1", cause: "call", reason: "Zoom"))
/// ```
package struct RemoteInterruption: Hashable, Sendable {
    /// Whose it is.
    package var host: HostName
    /// What that host says of it.
    package var interruption: SharedInterruption

    /// Names an interruption of a host.
    package init(_ host: HostName, _ interruption: SharedInterruption) {
        self.host = host
        self.interruption = interruption
    }
}
