// SPDX-License-Identifier: Apache-2.0
import BatonDBus

/// What stands between the caller and the player.
enum Target: String, CaseIterable {
    case direct
    case playerctld
    case batond

    /// Whom the caller calls: the player itself, or the name that both proxies serve.
    func destination() throws(DBusError) -> BusName {
        self == .direct ? try BenchPlayer.name(1) : "org.mpris.MediaPlayer2.playerctld"
    }

    /// How the proxy is started; nil when there is none.
    func command(_ options: Options) -> [String]? {
        switch self {
        case .direct: nil
        case .playerctld: ["playerctld"]
        case .batond: [options.batond, "--set", "mpris.name=playerctld"]
        }
    }

    /// A whole process that toggles the player: the player's own client, the same through the proxy, and ours.
    func togglingCommand(_ options: Options) -> [String] {
        switch self {
        case .direct: ["playerctl", "play-pause"]
        case .playerctld: ["playerctl", "--player", "playerctld", "play-pause"]
        case .batond: [options.batonctl, "play-pause"]
        }
    }
}
