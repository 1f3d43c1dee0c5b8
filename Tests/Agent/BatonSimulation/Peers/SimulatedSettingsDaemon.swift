// SPDX-License-Identifier: Apache-2.0

import BatonDBus

/// A settings daemon that sends its media keys to the client that grabbed them.
final class SimulatedSettingsDaemon: Peer {
    /// The clients that hold the keys, the last one first.
    private(set) var holders: [String] = []
    var isSilent = false

    private static let own: BusName = "org.gnome.SettingsDaemon.MediaKeys"
    private static let path: ObjectPath = "/org/gnome/SettingsDaemon/MediaKeys"
    private static let interface: InterfaceName = "org.gnome.SettingsDaemon.MediaKeys"
    static let keys = ["Play", "Pause", "Stop", "Next", "Previous"]

    func start() { _ = bus.request(Self.own, mayQueue: false, for: transport) }

    override func called(_ call: Message) {
        guard !isSilent else { return }
        let application = (try? call.arguments())?.first?.asString ?? ""
        switch call.member?.rawValue {
        case "GrabMediaPlayerKeys": holders = [application] + holders.filter { $0 != application }
        case "ReleaseMediaPlayerKeys": holders.removeAll { $0 == application }
        default: return refuse(call, .unknownMethod)
        }
        reply(call)
    }

    func press(_ key: String) {
        guard let holder = holders.first else { return }
        world.watcher.notePress(key)
        signal(Self.path, Self.interface, "MediaPlayerKeyPressed", [.string(holder), .string(key)])
    }
}
