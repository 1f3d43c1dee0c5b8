// SPDX-License-Identifier: Apache-2.0
import BatonDBus

/// The program between the caller and the player.
enum Target: String, CaseIterable {
    case direct
    case playerctld
    case batond

    /// The name that the caller calls: the player's own, or the one that both proxies own.
    func destination() throws(DBusError) -> BusName {
        self == .direct ? try BenchPlayer.name(1) : "org.mpris.MediaPlayer2.playerctld"
    }

    /// The command line of the proxy; nil without a proxy.
    func command(_ options: Options) -> [String]? {
        switch self {
        case .direct: nil
        case .playerctld: ["playerctld"]
        case .batond: [options.batond, "--set", "mpris.name=playerctld"]
        }
    }

    /// The command line of a process that toggles the player: playerctl directly, playerctl through playerctld, or
    /// batonctl.
    func togglingCommand(_ options: Options) -> [String] {
        switch self {
        case .direct: ["playerctl", "play-pause"]
        case .playerctld: ["playerctl", "--player", "playerctld", "play-pause"]
        case .batond: [options.batonctl, "play-pause"]
        }
    }
}
