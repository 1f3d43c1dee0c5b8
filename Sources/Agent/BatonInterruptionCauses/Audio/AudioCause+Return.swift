// SPDX-License-Identifier: Apache-2.0

import BatonInterruptions
import BatonReactor
import BatonRouting
import BatonSettings

/// Lost outputs that come back (rule I174).
extension AudioCause {
    /// Pauses what was heard on a lost output, and holds it until that is back (rule I174).
    func pauseUntilBack(_ concerned: Set<PlayerIdentity>, _ loss: RouteLoss, _ label: String) {
        endReturn(isBack: false)
        let held = Set(interruptions.model.held.keys)
        let playing = playing.subtracting(concerned)
        var request = InterruptionRequest(.routeLost, reason: label, players: concerned)
        request.mayReturn = true
        guard let id = interruptions.begin(request) else { return }
        let own = interruptions.model.players(heldBy: id).subtracting(held)
        // A server may have moved the streams by now.
        let places = presentPlaces.merging(own.map { ($0, loss.place) }) { $1 }
        interruptions.update { model, now in
            // What something else has paused stays paused (rule I25).
            model.forbidResuming(concerned.subtracting(own), at: now)
            model.heard(places, at: now)
        }
        let comeback = RouteReturn(id, loss, playing: playing, defaultSink: defaultSink, at: reactor.now)
        comeback.timer = reactor.schedule(after: RouteReturn.limit, tolerance: .seconds(1)) { [weak self] in
            self?.endReturn(isBack: false)
        }
        self.comeback = comeback
        interruptions.onCommand = { [weak comeback] in comeback?.touch() }
        reviewReturn()
    }

    /// Lets what was paused go on if the output is back, and ends the waiting if anything was touched.
    func reviewReturn() {
        guard let comeback else { return }
        let model = interruptions.model
        let held = model.players(heldBy: comeback.id)
        let isChecking = model.isChecking(for: comeback.id)
        // What is asked first whether it can pause plays until it has answered.
        let excepted = isChecking ? held.union(model.interruptions[comeback.id]?.request.players ?? []) : held
        comeback.note(playing: model.playing, held: excepted)
        let isGone = held.isEmpty && !isChecking
        if comeback.isOver || isGone || !isLoss(comeback.loss) || !settings.routeLost.resumes {
            endReturn(isBack: false)
        } else if comeback.isBack(in: routes, outputs: outputs(of: held)) {
            endReturn(isBack: true)
        }
    }

    /// Where the streams of players and apps are.
    private func outputs(of identities: Set<PlayerIdentity>) -> [AudioSink] {
        identities.flatMap { identity -> [AudioSink] in
            let own = routes.streams.values.filter { stream in
                if let app = interruptions.players.app(of: identity) { return belongs(stream, to: app) }
                return interruptions.players.responder(of: identity).map { belongs(stream, to: $0) } ?? false
            }
            return own.compactMap(routes.output)
        }
    }

    private func endReturn(isBack: Bool) {
        guard let comeback else { return }
        self.comeback = nil
        comeback.timer?.cancel()
        interruptions.onCommand = nil
        interruptions.end(comeback.id, isNormal: isBack)
    }
}
