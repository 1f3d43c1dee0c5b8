// SPDX-License-Identifier: Apache-2.0

import BatonClient
import BatonDBus
import BatonMPRIS

/// Changes the sound of all players at once, and names each that could not be changed (rule VOL5).
///
/// A step and a toggle count once for a connection with several names, and once for the streams that players of one process share.
struct SoundForAll {
    let sound: SoundChange
    let command: PlayerCommand
    let client: PlayerClient
    let note: (String) -> Void

    /// One name of a player.
    private final class Member {
        let candidate: Candidates.Candidate
        var owner: BusName?
        var process: UInt32?
        /// What the agent has answered; nil if it was not asked, because the sound was changed with another one.
        var answer: AgentReply<SoundChange.Done>?

        init(_ candidate: Candidates.Candidate) {
            self.candidate = candidate
        }

        /// Whether a change of the other one has changed this one's sound too.
        func shares(_ done: SoundChange.Done, of other: Member) -> Bool {
            if let owner, owner == other.owner { return true }
            return done.isByStream && process != nil && process == other.process
        }
    }

    /// - Throws: ``CommandError`` of the last player that could not be changed; the others are told before.
    func run(_ candidates: [Candidates.Candidate]) throws(CommandError) {
        let members = candidates.map(Member.init)
        if sound.adds, members.count > 1 { identify(members) }
        try ask(members)
        var failures: [CommandError] = []
        var changed: [(member: Member, done: SoundChange.Done)] = members.compactMap { member in
            (try? member.answer?.get()).map { (member, $0) }
        }
        for member in members {
            let player = member.candidate.name.instance
            if let (_, done) = changed.first(where: { $0.member === member }) ?? shared(member, changed) {
                if let text = done.text { Console.print("\(player): \(text)") }
                continue
            }
            guard case .failure(let error)? = member.answer else { continue }
            guard error.leavesSoundToPlayer, case .volume = sound else {
                failures.append(.execution("\(player): \(AgentFailure.message(error).description)"))
                continue
            }
            do throws(CommandError) {
                try leave(to: member.candidate)
                changed.append((member, SoundChange.Done(text: nil, isByStream: false)))
            } catch {
                failures.append(error == .unhandled ? .execution("\(player): it has no volume") : error)
            }
        }
        guard let last = failures.popLast() else { return }
        for failure in failures { Console.complain(failure.description) }
        throw last
    }

    /// The change that has changed the sound of a member too.
    private func shared(
        _ member: Member, _ changed: [(member: Member, done: SoundChange.Done)]
    ) -> (member: Member, done: SoundChange.Done)? {
        guard sound.adds else { return nil }
        return changed.first { member.shares($0.done, of: $0.member) }
    }

    /// Asks the bus which connections and processes the players are.
    private func identify(_ members: [Member]) {
        let connection = client.session.connection
        var missing = members.count * 2
        for member in members {
            connection.nameOwner(of: member.candidate.name.busName) {
                member.owner = try? $0.get()
                missing -= 1
            }
            connection.connectionProcessID(of: member.candidate.name.busName) {
                member.process = try? $0.get()
                missing -= 1
            }
        }
        client.session.turn { missing == 0 }
    }

    /// Has the agent change the players: those of one process one after the other, all others at once.
    private func ask(_ members: [Member]) throws(CommandError) {
        var groups: [[Member]] = []
        for member in members {
            let index = groups.firstIndex { $0[0].process != nil && $0[0].process == member.process }
            if let index { groups[index].append(member) } else { groups.append([member]) }
        }
        var missing = groups.count
        let agent = AwaitedAgent(session: client.session)
        // One that has stopped is waited for once.
        if case .failure(.silent(let cause)) = agent.reply(to: { $0.ping(reply: $1) }) {
            throw AgentFailure.message(.silent(cause))
        }
        let remote = agent.remote
        func askNext(_ rest: ArraySlice<Member>, _ changed: [(member: Member, done: SoundChange.Done)]) {
            guard let member = rest.first else { return missing -= 1 }
            if let other = shared(member, changed)?.member.candidate.name {
                note("\(member.candidate.name.instance): done with \(other.instance)")
                return askNext(rest.dropFirst(), changed)
            }
            sound.ask(remote, member.candidate.name) { answer in
                member.answer = answer
                let done = (try? answer.get()).map { [(member, $0)] } ?? []
                askNext(rest.dropFirst(), changed + done)
            }
        }
        for group in groups { askNext(group[...], []) }
        client.session.turn { missing == 0 }
    }

    /// Changes the player itself, of which the agent has nothing to say.
    private func leave(to candidate: Candidates.Candidate) throws(CommandError) {
        var turn = PlayerTurn(command: command, client: client, note: note)
        _ = try turn.take(candidate, asksAgent: false)
        try turn.finish()
    }
}
