// SPDX-License-Identifier: Apache-2.0

internal import BatonDBus
internal import BatonMPRIS

/// Finds the players that only stand for another one, by the process behind them (spec/mpris.md iii, spec/bluetooth.md).
///
/// BlueZ's mpris-proxy publishes the headset itself as a player: a Play routed there would come back as the next press. And
/// what plasma-browser-integration publishes names the browser it stands for (`kde:pid`), which has a player of its own.
@MainActor
final class StandIns {
    private let connection: Connection
    private var processes: [BusName: UInt32] = [:]
    private var proxies: Set<BusName> = []
    private var integrated: [BusName: UInt32] = [:]
    /// Called when a player may be hidden that was not, or the other way round.
    var onChange: (() -> Void)?

    init(connection: Connection) {
        self.connection = connection
    }

    /// Whether the player is hidden behind another one, or is no player at all.
    func hides(_ player: Player) -> Bool {
        if proxies.contains(player.owner) { return true }
        guard !integrated.isEmpty, let process = processes[player.owner] else { return false }
        return integrated.contains { $0.key != player.owner && $0.value == process }
    }

    func appeared(_ player: Player) {
        let owner = player.owner
        connection.connectionProcessID(of: owner) { [weak self] result in
            guard let self, case .success(let process) = result else { return }
            processes[owner] = process
            if Self.command(of: process) == "mpris-proxy" { proxies.insert(owner) }
            if proxies.contains(owner) || !integrated.isEmpty { onChange?() }
        }
    }

    func metadataChanged(_ player: Player) {
        let process = player.metadata["kde:pid"]?.asInt64.flatMap { UInt32(exactly: $0) }
        guard integrated[player.owner] != process else { return }
        integrated[player.owner] = process
        onChange?()
    }

    func vanished(_ player: Player) {
        processes[player.owner] = nil
        proxies.remove(player.owner)
        if integrated.removeValue(forKey: player.owner) != nil { onChange?() }
    }

    /// The name of a process's program, at most 15 bytes of it.
    private static func command(of process: UInt32) -> String? {
        SmallFile.firstLine("/proc/\(process)/comm")
    }
}
