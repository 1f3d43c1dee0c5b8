// SPDX-License-Identifier: Apache-2.0

import BatonReactor

/// A request for a well-known name, until it is released.
///
/// If the bus does not answer in time, it is asked again after waits that grow from 1 s to 60 s: at login it may be
/// busy.
///
/// For example:
/// ```swift
/// let request = connection.requestName("org.example.Player") { ownership in
///     if ownership == .lost { print("another program has replaced this one") }
/// }
/// request.release()
/// ```
public final class NameRequest {
    /// The name.
    public let name: BusName
    /// Whether this connection owns the name; nil before the bus has answered.
    public private(set) var ownership: NameOwnership?
    private let flags: NameFlags
    private let retriesWhenFree: Bool
    private var link: ConnectionLink?
    private let changed: (NameOwnership) -> Void
    private var ownerWatch: NameWatch?
    private let retry: RetryTimer

    init(
        _ name: BusName, flags: NameFlags, retriesWhenFree: Bool, connection: Connection,
        changed: @escaping (NameOwnership) -> Void
    ) {
        self.name = name
        self.flags = flags
        self.retriesWhenFree = retriesWhenFree
        link = connection.link
        self.changed = changed
        retry = RetryTimer(on: connection.reactor, first: .seconds(1), longest: .seconds(60))
    }

    private var connection: Connection? { link?.connection }

    /// Releases the name and does not request it again.
    public func release() {
        retry.cancel()
        ownerWatch?.cancel()
        ownerWatch = nil
        connection?.remove(self)
        if connection?.isOpen == true { connection?.callBus("ReleaseName", [.string(name.rawValue)]) { _ in } }
        link = nil
        ownership = nil
    }

    func request() {
        connection?.callBus("RequestName", [.string(name.rawValue), .uint32(flags.rawValue)]) { [weak self] result in
            self?.receive(result)
        }
    }

    func busLost() {
        retry.reset()
        ownerWatch?.cancel()
        ownerWatch = nil
        if ownership == .owned { set(.lost) }
        ownership = nil
    }

    private func receive(_ result: Result<Value, DBusError>) {
        guard connection != nil else { return }
        switch result {
        case .success(.uint32(1)), .success(.uint32(4)): set(.owned)
        case .success(.uint32(2)): set(.queued)
        case .success(.uint32(3)):
            set(.taken)
            waitUntilFree()
        case .success:
            set(
                .refused(
                    DBusError(.inconsistentMessage, "the bus answered RequestName with something else than it should")))
        // The request is sent again when the connection is made again.
        case .failure(let error) where error.name == .disconnected: break
        case .failure(let error) where error.name == .timeout || error.name == .noReply:
            // The bus may have given the name in a reply that came too late. Then it answers the same once more.
            retry.schedule { [weak self] in if self?.ownership != .owned { self?.request() } }
        case .failure(let error): set(.refused(error))
        }
    }

    /// NameAcquired and NameLost are sent to this connection without a match.
    func receive(_ signal: Message) {
        if signal.isSignal(Connection.busInterface, "NameLost"), isMine(signal) {
            set(.lost)
            waitUntilFree()
        } else if signal.isSignal(Connection.busInterface, "NameAcquired"), isMine(signal) {
            set(.owned)
        }
    }

    private func isMine(_ signal: Message) -> Bool { signal.firstString == name.rawValue }

    private func waitUntilFree() {
        guard retriesWhenFree, ownerWatch == nil else { return }
        ownerWatch = connection?.watchName(name) { [weak self] owner in
            guard let self, owner == nil, ownership != .owned else { return }
            request()
        }
    }

    private func set(_ new: NameOwnership) {
        guard new != ownership else { return }
        retry.reset()
        ownership = new
        if new == .owned {
            ownerWatch?.cancel()
            ownerWatch = nil
        }
        changed(new)
    }
}

/// Whether this connection owns a name.
///
/// For example:
/// ```swift
/// let request = connection.requestName("org.example.Player") { ownership in
///     switch ownership {
///     case .owned: print("this program has the name")
///     case .queued, .taken, .lost: print("another program has the name")
///     case .refused(let error): print(error)
///     }
/// }
/// ```
public enum NameOwnership: Equatable, Sendable {
    /// This connection owns the name.
    case owned
    /// This connection waits for the name in the bus's queue.
    case queued
    /// Another connection owns the name, and this one does not wait for it.
    case taken
    /// This connection owned the name and does not any more.
    case lost
    /// The bus refused the request.
    case refused(DBusError)
}

/// How a name is asked for. The raw values are those of RequestName.
///
/// For example:
/// ```swift
/// let flags: NameFlags = [.allowReplacement, .doNotQueue]
/// let request = connection.requestName("org.example.Player", flags: flags) { print($0) }
/// ```
public struct NameFlags: OptionSet, Sendable {
    /// The flags as RequestName takes them.
    public let rawValue: UInt32

    /// Makes flags from their raw value.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// Another connection may take the name over.
    public static let allowReplacement = NameFlags(rawValue: 1)
    /// Takes the name from an owner that allows it.
    public static let replaceExisting = NameFlags(rawValue: 2)
    /// Does not wait in the queue while another connection owns the name.
    public static let doNotQueue = NameFlags(rawValue: 4)
}
