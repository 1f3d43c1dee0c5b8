// SPDX-License-Identifier: Apache-2.0

package import BatonDBus
import BatonReactor
package import Logging

/// Follows bluetoothd and its adapters that take players: those with org.bluez.Media1.
///
/// Watching the name is not enough: with an adapter that is unplugged goes what was registered there, and the owner stays.
@MainActor
package final class BluezAdapters {
    /// An adapter came, of this bluetoothd.
    package var onAppear: ((ObjectPath, _ owner: BusName) -> Void)?
    /// An adapter is gone, with all that was registered there.
    package var onVanish: ((ObjectPath) -> Void)?
    /// bluetoothd came, went or does not answer.
    package var onStatusChange: (() -> Void)?
    /// The bluetoothd that is there.
    package private(set) var owner: BusName?
    /// In the order they came.
    package private(set) var paths: [ObjectPath] = []
    /// Whether bluetoothd has not answered what it has.
    package private(set) var isSilent = false {
        didSet { if isSilent != oldValue { onStatusChange?() } }
    }

    private let connection: Connection
    private let logger: Logger
    private var watch: NameWatch?
    private var matches: [Match] = []
    private let retry: RetryTimer

    package static let name: BusName = "org.bluez"
    package static let media: InterfaceName = "org.bluez.Media1"
    private static let manager: InterfaceName = "org.freedesktop.DBus.ObjectManager"
    private static let deadline = Duration.seconds(5)
    /// More adapters than anybody has.
    private static let most = 16

    /// - Parameter connection: to the system bus.
    package init(connection: Connection, logger: Logger) {
        self.connection = connection
        self.logger = logger
        retry = RetryTimer(on: connection.reactor, first: .seconds(1), longest: .seconds(60))
    }

    /// Begins to look; once is enough.
    package func open() {
        guard watch == nil else { return }
        // Before the question, so that nothing is missed between its answer and the first signal.
        for member: MemberName in ["InterfacesAdded", "InterfacesRemoved"] {
            matches.append(
                connection.addMatch(
                    MatchRule(sender: Self.name, path: "/", interface: Self.manager, member: member)
                ) { [weak self] in self?.changed($0, isAdded: member == "InterfacesAdded") })
        }
        watch = connection.watchName(Self.name) { [weak self] in self?.ownerChanged($0) }
    }

    /// Looks no more, and knows nothing.
    package func close() {
        watch?.cancel()
        watch = nil
        for match in matches { match.cancel() }
        matches = []
        ownerChanged(nil)
    }

    private func ownerChanged(_ owner: BusName?) {
        retry.reset()
        isSilent = false
        for path in paths { remove(path) }
        self.owner = owner
        onStatusChange?()
        if owner != nil { ask() }
    }

    // MARK: What bluetoothd has

    private func ask() {
        guard let owner else { return }
        let message = Message.methodCall(to: owner, path: "/", interface: Self.manager, member: "GetManagedObjects")
        connection.call(message, within: Self.deadline) { [weak self] result in
            guard let self, self.owner == owner else { return }
            switch result {
            case .success(let reply):
                isSilent = false
                for path in Self.adapters(in: (try? reply.arguments()) ?? []) { add(path) }
            case .failure(let error) where error.name == .timeout || error.name == .noReply:
                isSilent = true
                retry.schedule { [weak self] in self?.ask() }
            case .failure(let error):
                logger.info("bluetoothd does not tell its adapters: \(error)")
            }
        }
    }

    /// The objects with org.bluez.Media1; none in an answer that makes no sense.
    package static func adapters(in values: [Value]) -> [ObjectPath] {
        guard values.count == 1, case .dictionary(let objects) = values[0] else { return [] }
        return objects.entries.compactMap { entry in
            guard case .objectPath(let path) = entry.key, hasMedia(entry.value) else { return nil }
            return path
        }
    }

    /// Whether it is a dictionary of interfaces with org.bluez.Media1 in it.
    private static func hasMedia(_ value: Value) -> Bool {
        guard case .dictionary(let interfaces) = value else { return false }
        return interfaces.entries.contains { $0.key == .string(media.rawValue) }
    }

    private func changed(_ message: Message, isAdded: Bool) {
        guard let owner, message.sender == owner, let values = try? message.arguments(), values.count == 2,
            case .objectPath(let path) = values[0]
        else { return }
        if isAdded {
            if Self.hasMedia(values[1]) { add(path) }
        } else if values[1].asStringArray?.contains(Self.media.rawValue) == true {
            remove(path)
        }
    }

    private func add(_ path: ObjectPath) {
        guard let owner, !paths.contains(path), paths.count < Self.most else { return }
        paths.append(path)
        onAppear?(path, owner)
    }

    private func remove(_ path: ObjectPath) {
        guard let index = paths.firstIndex(of: path) else { return }
        paths.remove(at: index)
        onVanish?(path)
    }
}
