// SPDX-License-Identifier: Apache-2.0

package import BatonDBus
package import BatonLog
import BatonReactor
package import BatonValues

/// Follows bluetoothd and its adapters with the interface org.bluez.Media1.
///
/// Watching the name is not enough: unplugging an adapter loses its registration while the owner of the name stays
/// (rule BLUEZ18).
@MainActor
package final class BluezAdapters {
    /// What happens at bluetoothd.
    package enum Change {
        /// An adapter of bluetoothd `owner` was added.
        case appeared(ObjectPath, owner: BusName)
        /// An adapter was removed, and with it what was registered there.
        case vanished(ObjectPath)
        /// A device may have connected or left, or its sound has changed.
        case devices
        /// A player of a device has come or changed, with the properties of BlueZ; nil when it is gone (rule BLUEZ20).
        case player(ObjectPath, [String: Value]?)
    }

    private var observers = Observers<Change>()
    /// The unique name of bluetoothd; nil if it does not run.
    package private(set) var owner: BusName?
    /// The adapters, in the order in which they were added.
    package private(set) var paths: [ObjectPath] = []
    /// Whether bluetoothd has not answered the question for its adapters.
    package private(set) var isSilent = false

    private let connection: Connection
    private let logger: Logger
    private var devices = BluezDevices()
    private var watch: NameWatch?
    private var matches: [Match] = []
    private let retry: RetryTimer

    package static let name: BusName = "org.bluez"
    package static let media: InterfaceName = "org.bluez.Media1"
    private static let manager: InterfaceName = "org.freedesktop.DBus.ObjectManager"
    private static let deadline = Duration.seconds(5)
    /// The most adapters that are used; a limit against a faulty bluetoothd.
    private static let most = 16

    /// - Parameter connection: the connection to the system bus.
    package init(connection: Connection, logger: Logger) {
        self.connection = connection
        self.logger = logger
        retry = RetryTimer(on: connection.reactor, first: .seconds(1), longest: .seconds(60))
    }

    /// Adds an observer, which is called after those before it.
    package func observe(_ observer: @escaping (Change) -> Void) -> Observation { observers.observe(observer) }

    /// Starts to watch for bluetoothd. Further calls have no effect.
    package func open() {
        guard watch == nil else { return }
        // The match rules are set before `GetManagedObjects` is called, so that no adapter between its reply and the
        // first signal is missed.
        for member: MemberName in ["InterfacesAdded", "InterfacesRemoved"] {
            matches.append(
                connection.addMatch(
                    MatchRule(sender: Self.name, path: "/", interface: Self.manager, member: member)
                ) { [weak self] in self?.changed($0, isAdded: member == "InterfacesAdded") })
        }
        matches.append(
            connection.addMatch(
                MatchRule(
                    // Of devices, of their sound and of their players; one rule costs less than three.
                    sender: Self.name, interface: .properties, member: "PropertiesChanged")
            ) { [weak self] in self?.propertiesChanged($0) })
        watch = connection.watchName(Self.name) { [weak self] in self?.ownerChanged($0) }
    }

    /// Stops watching, and forgets all adapters.
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
        devices.removeAll()
        self.owner = owner
        observers.tell(.devices)
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
                let values = (try? reply.arguments()) ?? []
                for path in Self.adapters(in: values) { add(path) }
                noteDevices(in: values)
            case .failure(let error) where error.name == .timeout || error.name == .noReply:
                isSilent = true
                retry.schedule { [weak self] in self?.ask() }
            case .failure(let error):
                logger.info("bluetoothd does not list its adapters: \(error)")
            }
        }
    }

    /// The objects with the interface org.bluez.Media1; empty if the reply has another form.
    package static func adapters(in values: [Value]) -> [ObjectPath] {
        guard values.count == 1, case .dictionary(let objects) = values[0] else { return [] }
        return objects.entries.compactMap { entry in
            guard case .objectPath(let path) = entry.key, hasMedia(entry.value) else { return nil }
            return path
        }
    }

    /// Whether `value` is a dictionary of interfaces that contains org.bluez.Media1.
    private static func hasMedia(_ value: Value) -> Bool {
        guard case .dictionary(let interfaces) = value else { return false }
        return interfaces.entries.contains { $0.key == .string(media.rawValue) }
    }

    /// The connected headsets by their names, with their adapters.
    var headsets: [(adapter: ObjectPath, name: String)] {
        paths.flatMap { path in devices.headsets(at: path).map { (path, $0) } }
    }

    /// The devices that may have been pressed when a press comes at an adapter.
    func pressing(at adapter: ObjectPath) -> [PressingDevice] { devices.pressing(at: adapter) }

    /// The connected devices with buttons, each with its adapter.
    var pressing: [(adapter: ObjectPath, device: PressingDevice)] {
        paths.flatMap { path in devices.pressing(at: path).map { (path, $0) } }
    }

    private func noteDevices(in values: [Value]) {
        guard values.count == 1, case .dictionary(let objects) = values[0] else { return }
        for entry in objects.entries {
            guard case .objectPath(let path) = entry.key else { continue }
            devices.added(path, entry.value, at: nil)
            notePlayer(path, entry.value)
        }
        observers.tell(.devices)
    }

    /// The phone on which a player is.
    func phone(withPlayer path: ObjectPath) -> BluezPhone? { devices.phone(withPlayer: path) }

    private func notePlayer(_ path: ObjectPath, _ interfaces: Value) {
        guard case .dictionary(let interfaces) = interfaces else { return }
        for entry in interfaces.entries where entry.key == .string(PhonePlayer.interface.rawValue) {
            observers.tell(.player(path, entry.value.asVardict ?? [:]))
        }
    }

    private func propertiesChanged(_ message: Message) {
        guard let owner, message.sender == owner, let path = message.path, let values = try? message.arguments(),
            values.count == 3
        else { return }
        let properties = values[1].asVardict ?? [:]
        switch values[0].asString {
        case BluezDevices.device.rawValue: devices.changed(path, properties, at: connection.reactor.now)
        case BluezDevices.transport.rawValue: devices.connects(path, properties)
        case PhonePlayer.interface.rawValue: observers.tell(.player(path, properties))
        default: return
        }
        observers.tell(.devices)
    }

    private func changed(_ message: Message, isAdded: Bool) {
        guard let owner, message.sender == owner, let values = try? message.arguments(), values.count == 2,
            case .objectPath(let path) = values[0]
        else { return }
        if isAdded {
            if Self.hasMedia(values[1]) { add(path) }
            devices.added(path, values[1], at: connection.reactor.now)
            notePlayer(path, values[1])
        } else if let removed = values[1].asStringArray {
            if removed.contains(Self.media.rawValue) { remove(path) }
            if removed.contains(PhonePlayer.interface.rawValue) { observers.tell(.player(path, nil)) }
            devices.removed(path, removed)
        }
        observers.tell(.devices)
    }

    private func add(_ path: ObjectPath) {
        guard let owner, !paths.contains(path), paths.count < Self.most else { return }
        paths.append(path)
        observers.tell(.appeared(path, owner: owner))
    }

    private func remove(_ path: ObjectPath) {
        guard let index = paths.firstIndex(of: path) else { return }
        paths.remove(at: index)
        observers.tell(.vanished(path))
    }
}
