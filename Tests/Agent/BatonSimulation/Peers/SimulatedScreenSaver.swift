// SPDX-License-Identifier: Apache-2.0

import BatonDBus

/// A screen saver of the session bus that covers the session and does not tell logind.
final class SimulatedScreenSaver: Peer {
    private(set) var isActive = false
    /// How long it takes to answer whether it is active.
    var answerTime = Duration.zero
    /// Whether it signals a change.
    var signals = true

    private static let own: BusName = "org.gnome.ScreenSaver"
    private static let path: ObjectPath = "/org/gnome/ScreenSaver"
    private static let interface: InterfaceName = "org.gnome.ScreenSaver"

    func start() { _ = bus.request(Self.own, mayQueue: false, for: transport) }

    func set(isActive: Bool) {
        self.isActive = isActive
        if signals { signal(Self.path, Self.interface, "ActiveChanged", [.boolean(isActive)]) }
    }

    override func called(_ call: Message) {
        guard call.member == "GetActive", call.path == Self.path else { return refuse(call, .unknownMethod) }
        after(answerTime) { [weak self] in
            guard let self else { return }
            reply(call, [.boolean(isActive)])
        }
    }
}
