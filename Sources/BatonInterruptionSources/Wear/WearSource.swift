// SPDX-License-Identifier: Apache-2.0

package import BatonEvents
import BatonInterruptions
package import BatonReactor
package import BatonRouting
package import BatonSettings

/// Buds that are taken out of the ear: a headset sends Pause then, and Play when they are back (rule I30).
///
/// The Pause goes along the chain as any other. What it pauses is held, and the Play of the same headset lets it go on.
@MainActor
package final class WearSource: AgentPart {
    /// What a headset's Pause has paused.
    private struct Record {
        let id: UInt32
        let player: PlayerIdentity
        let timer: ReactorTimer
    }

    /// The most headsets, by the numbers of their sources.
    static let most = 16

    private let interruptions: Interruptions
    private let reactor: Reactor
    private var settings = Configuration.Interruptions()
    private var records: [Int: Record] = [:]
    /// What played when a headset's Pause came.
    private var playing: [Int: Set<PlayerIdentity>] = [:]

    package init(interruptions: Interruptions, reactor: Reactor) {
        self.interruptions = interruptions
        self.reactor = reactor
    }

    package func apply(_ configuration: Configuration) {
        settings = configuration.interruptions
        if !isOn { forget() }
    }

    package func busLost() { forget() }

    package func close() { forget() }

    private var isOn: Bool { settings.isEnabled && settings.wearResume > .zero }

    private func forget() {
        for source in records.keys.sorted() { drop(source) }
        playing = [:]
    }

    /// A headset has sent a command, which has not gone along the chain yet.
    ///
    /// - Returns: whether it is done: a Play that lets go on what the headset's Pause has paused.
    package func pressed(_ command: RemoteControlSubtype, source: Int) -> Bool {
        guard isOn else { return false }
        switch command {
        case .pause:
            drop(source)
            guard playing.count < Self.most else { return false }
            playing[source] = Set(interruptions.players.playing.compactMap(interruptions.players.identity(of:)))
            return false
        case .play: return resume(source)
        default: return false
        }
    }

    /// A command ended at a player.
    package func commandEnded(_ command: CommandEvent, at id: ResponderID) {
        guard let played = playing[command.path], RemoteControlSubtype(rawValue: command.subtype.rawValue) == .pause
        else { return }
        playing[command.path] = nil
        guard let player = interruptions.players.identity(of: id), played.contains(player) else { return }
        let request = InterruptionRequest(.wear, reason: command.inputText)
        guard let number = interruptions.update({ $0.holdPaused(player, request, at: $1) }) else { return }
        let source = command.path
        let timer = reactor.schedule(after: settings.wearResume, tolerance: .seconds(1)) { [weak self] in
            self?.drop(source)
        }
        records[source] = Record(id: number, player: player, timer: timer)
    }

    private func resume(_ source: Int) -> Bool {
        playing[source] = nil
        guard let record = records.removeValue(forKey: source) else { return false }
        record.timer.cancel()
        let isHeld = interruptions.model.held[record.player]?.contains(record.id) ?? false
        interruptions.end(record.id)
        return isHeld
    }

    /// Lets go, and nothing goes on.
    private func drop(_ source: Int) {
        guard let record = records.removeValue(forKey: source) else { return }
        record.timer.cancel()
        interruptions.end(record.id, isNormal: false)
    }
}
