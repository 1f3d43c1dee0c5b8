// SPDX-License-Identifier: Apache-2.0

package import BatonEvents
import BatonInterruptions
package import BatonReactor
package import BatonRouting
import BatonSession
package import BatonSettings

/// Buds that are taken out of the ear: a headset sends Pause then, and Play when they are back (rule I30).
///
/// The Pause goes along the chain as any other. What it pauses is held, and the Play of the same headset lets it go on.
@MainActor
package final class WearCause: AgentPart {
    /// What a headset's Pause has paused.
    private struct Record {
        let id: UInt32
        let player: PlayerIdentity
        /// Whether the file says that the headset feels whether it is worn.
        let isKnown: Bool
        let timer: ReactorTimer
    }

    /// The most headsets, by the numbers of their inputs.
    static let most = 16

    private let interruptions: Interruptions
    private let reactor: Reactor
    private var settings = Configuration.Interruptions()
    private var records: [Int: Record] = [:]
    // Needs no check at run time: nothing else runs while it is looked at or changed.
    /// What played when a headset's Pause came, and whether the file says that the headset feels whether it is worn.
    @exclusivity(unchecked) private var playing: [Int: (players: Set<PlayerIdentity>, isKnown: Bool)] = [:]
    /// Until when the next Play of a headset may mean only that it is worn again (rule I54).
    private var doubts: [Int: Duration] = [:]

    /// How long after a Pause without effect a Play belongs to it (rule I54). A larger value ignores more presses of people.
    static let doubt = Duration.seconds(60)

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
        for input in records.keys.sorted() { drop(input) }
        playing = [:]
        doubts = [:]
    }

    /// A headset has sent a command, which has not gone along the chain yet.
    ///
    /// - Parameter wear: whether it is known to feel that it is worn.
    /// - Returns: whether it is done: a Play that lets go on what the headset's Pause has paused, or that means only that
    ///   the headset is worn again.
    package func pressed(_ command: RemoteControlSubtype, input: Int, _ wear: ButtonChoice) -> Bool {
        guard isOn, wear != .no else { return false }
        switch command {
        case .pause:
            notePause(input, wear)
            return false
        case .play: return resume(input) || isDoubtful(input)
        default: return false
        }
    }

    private func notePause(_ input: Int, _ wear: ButtonChoice) {
        let present = interruptions.model.playing
        guard present.isEmpty else {
            drop(input)
            interruptions.willBegin()
            doubts[input] = nil
            if playing.count < Self.most { playing[input] = (present, wear == .yes) }
            return
        }
        // The second bud of a pair: what the first one has paused still waits for both.
        guard records[input] == nil, wear == .yes else { return }
        noteDoubt(input, until: reactor.now + Self.doubt)
    }

    private func noteDoubt(_ input: Int, until: Duration) {
        if doubts.count >= Self.most { doubts = doubts.filter { $0.value > reactor.now } }
        if doubts.count < Self.most { doubts[input] = until }
    }

    /// Whether a Play may mean only that the headset is worn again; it is asked once, so that the next one counts (rule
    /// I54).
    private func isDoubtful(_ input: Int) -> Bool {
        doubts.removeValue(forKey: input).map { reactor.now <= $0 } ?? false
    }

    /// A command ended at a player.
    package func commandEnded(_ event: CommandEvent, at id: ResponderID) {
        guard case .input(let input) = event.path, let played = playing[input], event.command == .pause else {
            return
        }
        playing[input] = nil
        guard let player = interruptions.players.identity(of: id), played.players.contains(player) else { return }
        let request = InterruptionRequest(.wear, reason: event.inputText)
        guard let number = interruptions.update({ $0.holdPaused(player, request, at: $1) }) else { return }
        let timer = reactor.schedule(after: settings.wearResume, tolerance: .seconds(1)) { [weak self] in
            self?.expire(input)
        }
        records[input] = Record(id: number, player: player, isKnown: played.isKnown, timer: timer)
    }

    private func resume(_ input: Int) -> Bool {
        playing[input] = nil
        guard let record = records.removeValue(forKey: input) else { return false }
        record.timer.cancel()
        let isHeld = interruptions.model.held[record.player]?.contains(record.id) ?? false
        interruptions.end(record.id)
        return isHeld || record.isKnown
    }

    /// It is too late for what a headset's Pause has paused. Its next Play may still mean that it is worn again.
    private func expire(_ input: Int) {
        if records[input]?.isKnown == true { noteDoubt(input, until: .seconds(Int64.max)) }
        drop(input)
    }

    /// Lets go, and nothing goes on.
    private func drop(_ input: Int) {
        guard let record = records.removeValue(forKey: input) else { return }
        record.timer.cancel()
        interruptions.end(record.id, isNormal: false)
    }
}
