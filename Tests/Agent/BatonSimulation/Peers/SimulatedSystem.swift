// SPDX-License-Identifier: Apache-2.0

import BatonDBus

/// logind, with one graphical session.
final class SimulatedLogin: Peer {
    private(set) var isLocked: Bool
    private(set) var isActive: Bool
    /// How long it takes to answer.
    var answerTime = Duration.zero
    /// Whether it answers no question, and refuses each one.
    var isSilent = false
    var refuses = false
    /// Whether the machine is about to sleep, or sleeps.
    private(set) var isAsleep = false

    init(_ world: World, on bus: SimulatedBus, isLocked: Bool = false, isActive: Bool = true) throws(DBusError) {
        (self.isLocked, self.isActive) = (isLocked, isActive)
        try super.init(world, on: bus)
    }

    private static let own: BusName = "org.freedesktop.login1"
    private static let manager: ObjectPath = "/org/freedesktop/login1"
    private static let session: ObjectPath = "/org/freedesktop/login1/session/_31"
    private static let user: ObjectPath = "/org/freedesktop/login1/user/_1000"
    private static let sessionInterface: InterfaceName = "org.freedesktop.login1.Session"

    func start() { _ = bus.request(Self.own, mayQueue: false, for: transport) }

    override func called(_ call: Message) {
        if isSilent { return }
        if refuses { return refuse(call, .failed) }
        after(answerTime) { [weak self] in self?.answer(call) }
    }

    private func answer(_ call: Message) {
        switch call.member?.rawValue {
        case "GetUser": reply(call, [.objectPath(Self.user)])
        case "Get" where (try? call.arguments())?.last?.asString == "PreparingForSleep":
            reply(call, [.variant(.boolean(isAsleep))])
        case "Get": reply(call, [.variant(.structure([.string("1"), .objectPath(Self.session)]))])
        case "GetAll": reply(call, [.vardict(state)])
        default: refuse(call, .unknownMethod)
        }
    }

    private var state: [(String, Value)] { [("Active", .boolean(isActive)), ("LockedHint", .boolean(isLocked))] }

    func set(isLocked: Bool, isActive: Bool) {
        (self.isLocked, self.isActive) = (isLocked, isActive)
        signal(
            Self.session, SimulatedPlayer.properties, "PropertiesChanged",
            [.string(Self.sessionInterface.rawValue), .vardict(state), .strings([])])
    }

    func sleep(_ isGoing: Bool) {
        isAsleep = isGoing
        signal(Self.manager, "org.freedesktop.login1.Manager", "PrepareForSleep", [.boolean(isGoing)])
    }
}

/// bluetoothd, with one adapter and a headset.
final class SimulatedBluez: Peer {
    private var player: (owner: BusName, path: ObjectPath)?
    var isSilent = false
    var saysAlreadyThere = false

    private static let own: BusName = "org.bluez"
    private static let adapter: ObjectPath = "/org/bluez/hci0"
    static let buttons: [MemberName] = ["Play", "Pause", "Stop", "Next", "Previous"]

    func start() { _ = bus.request(Self.own, mayQueue: false, for: transport) }

    override func called(_ call: Message) {
        guard !isSilent else { return }
        switch call.member?.rawValue {
        case "GetManagedObjects":
            let media = Value.dictionary(
                DBusDictionary("s", "a{sv}", [.init(.string("org.bluez.Media1"), .vardict([]))]))
            reply(call, [.dictionary(DBusDictionary("o", "a{sa{sv}}", [.init(.objectPath(Self.adapter), media)]))])
        case "RegisterPlayer":
            guard let owner = call.sender, case .objectPath(let path)? = (try? call.arguments())?.first else {
                return refuse(call, .invalidArguments)
            }
            player = (owner, path)
            if saysAlreadyThere { refuse(call, "org.bluez.Error.AlreadyExists") } else { reply(call) }
        case "UnregisterPlayer":
            player = nil
            reply(call)
        default: refuse(call, .unknownMethod)
        }
    }

    func press(_ button: MemberName) {
        guard let player else { return }
        world.watcher.notePress(button.rawValue, isToggle: false)
        call(player.owner, player.path, SimulatedPlayer.player, button)
    }
}
