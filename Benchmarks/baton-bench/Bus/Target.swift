// SPDX-License-Identifier: Apache-2.0

import BatonDBus

/// The program between the caller and the player.
enum Target: String, CaseIterable {
    case direct
    case forwarder
    case playerctld
    case batond

    /// The name that the caller calls: the player's own, or the one that all proxies own.
    func destination() throws(DBusError) -> BusName {
        self == .direct ? try BenchPlayer.name(1) : Self.face
    }

    private static let face: BusName = "org.mpris.MediaPlayer2.playerctld"

    /// The command line of the proxy; nil without a proxy.
    func command(_ options: Options) -> [String]? {
        switch self {
        case .direct: nil
        case .forwarder: [options.program("forwarder"), Self.face.rawValue, "org.mpris.MediaPlayer2.bench1"]
        case .playerctld: ["playerctld"]
        case .batond: [options.program("batond"), "--set", "mpris.name=playerctld"]
        }
    }

    /// The command line of a tool that asks the player: playerctl directly, playerctl through playerctld, or batonctl.
    ///
    /// - Parameter word: `play-pause` or `status`, which all tools have.
    func tool(_ word: String, _ options: Options) -> [String]? {
        switch self {
        case .direct: ["playerctl", word]
        case .forwarder: nil
        case .playerctld: ["playerctl", "--player", "playerctld", word]
        case .batond: [options.program("batonctl"), word]
        }
    }
}
