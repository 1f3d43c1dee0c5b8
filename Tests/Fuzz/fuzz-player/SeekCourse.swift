// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonEvents
import BatonReactor
import BatonValues
import FuzzSupport

@testable import BatonRouting
@testable import BatonSettings

/// Seek buttons that are held, over two paths, while responders come and go, take and refuse: each command ends once, and
/// what took a beginning gets one end.
@MainActor
final class SeekCourse {
    /// One that takes what it is offered, and says later what became of it.
    private final class Taker: ChainedResponder {
        var open: [CommandEvent] = []
        var begun = 0
        var ended = 0
        var passes = false

        override func remoteControlReceived(with event: Event) {
            guard let command = event as? CommandEvent, !passes else { return super.remoteControlReceived(with: event) }
            open.append(command)
        }

        override func endSeeking(_ direction: SeekDirection, for command: CommandEvent?) {
            ended += 1
            require(ended <= begun, "an end without a beginning")
            command?.finish(.handled(by: id))
        }

        func answer(isHandled: Bool) {
            guard !open.isEmpty else { return }
            let command = open.removeFirst()
            guard isHandled else { return passOn(command) }
            if SeekDirection(beginning: command.subtype) != nil { begun += 1 }
            command.finish(.handled(by: id))
        }
    }

    private let clock = ManualClock()
    private let window = MediaWindow(order: RoutingOrder(policy: .playing))
    private var takers: [Taker] = []
    private var unfinished = 0
    /// The chain has changed, and its watchers are told when the turn is over.
    private var isReviewDue = false

    func run(_ input: inout FuzzBytes) {
        guard let reactor = try? Reactor(clock: clock) else { fatalError("no reactor") }
        let application = AgentApplication(mediaWindow: window, desktopWindow: DesktopWindow())
        let sessions = SeekSessions(reactor: reactor, window: window, steps: Configuration.Seek())
        let observation = window.observe { [unowned self] in isReviewDue = true }
        defer { observation.cancel() }
        while !input.isEmpty {
            switch input.choice(8) {
            case 0, 1, 2: send(&input, application, sessions)
            case 3: takers.randomElement(&input)?.answer(isHandled: input.choice(4) > 0)
            case 4: changeChain(&input)
            case 5: takers.randomElement(&input)?.passes = input.flag()
            case 6:
                guard let taker = takers.randomElement(&input) else { continue }
                let isPlaying = input.flag()
                window.change { $0.setPlaying(isPlaying, for: taker.id) }
            default:
                clock.advance(by: input.interval())
                _ = try? reactor.turn(timeout: .zero)
            }
            if isReviewDue, input.flag() {
                isReviewDue = false
                sessions.review()
            }
        }
        endEverything(application, sessions)
    }

    private func send(_ input: inout FuzzBytes, _ application: AgentApplication, _ sessions: SeekSessions) {
        let commands: [RemoteControlSubtype] = [
            .beginSeekingForward, .endSeekingForward, .beginSeekingBackward, .endSeekingBackward, .nextTrack,
        ]
        send(commands[input.choice(commands.count)], input.flag() ? .mpris : .control, application, sessions)
    }

    private func send(
        _ subtype: RemoteControlSubtype, _ kind: InputKind, _ application: AgentApplication, _ sessions: SeekSessions
    ) {
        let command = CommandEvent(subtype, timestamp: clock.now, input: kind, sender: nil)
        unfinished += 1
        command.completion = { [self, unowned command] outcome in
            unfinished -= 1
            sessions.resolve(command, outcome)
        }
        sessions.offer(command)
        application.postEvent(command)
        application.processEvents()
    }

    private func changeChain(_ input: inout FuzzBytes) {
        guard input.flag(), takers.count < 4 else {
            guard let taker = takers.randomElement(&input) else { return }
            window.remove(taker)
            takers.removeAll { $0 === taker }
            // What it took and never answered ends with it, as its call does.
            while !taker.open.isEmpty { taker.answer(isHandled: false) }
            return
        }
        let ledger = SenderLedger(limit: 8)
        let id = ResponderID(player: "p\(takers.count)x\(input.byte())")
        guard window.responder(id) == nil else { return }
        let taker = Taker(id: id, queue: CallQueue(limit: { 1 }, ledger: ledger) { _, _ in })
        takers.append(taker)
        window.add(taker, as: RoutingEntry(id: id, isPlaying: input.flag()))
    }

    /// Every button comes up, and everybody answers.
    private func endEverything(_ application: AgentApplication, _ sessions: SeekSessions) {
        for taker in takers { while !taker.open.isEmpty { taker.answer(isHandled: true) } }
        for kind in [InputKind.mpris, .control] {
            for end in [RemoteControlSubtype.endSeekingForward, .endSeekingBackward] {
                send(end, kind, application, sessions)
            }
        }
        require(sessions.count == 0, "a button is held still")
        require(unfinished == 0, "\(unfinished) commands have no end")
        for taker in takers {
            require(taker.begun == taker.ended, "\(taker.begun) beginnings, \(taker.ended) ends")
        }
        sessions.endAll()
    }
}

extension Array {
    fileprivate func randomElement(_ input: inout FuzzBytes) -> Element? {
        isEmpty ? nil : self[input.choice(count)]
    }
}
