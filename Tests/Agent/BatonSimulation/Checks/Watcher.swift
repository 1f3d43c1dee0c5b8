// SPDX-License-Identifier: Apache-2.0

import BatonAgent
import BatonDBus
import BatonEvents

/// Follows all messages that the agent reads from the session bus and sends to it, and reports what breaks the rules.
@MainActor
final class Watcher {
    /// The purpose of a call that the agent made.
    enum Question {
        case owner(of: String)
        case properties(of: BusName)
        case delivery(Delivery, of: Command?)
        case other
    }

    struct Sent {
        let callee: BusName?
        let at: Duration
        let question: Question
        /// How many messages the agent had read by then.
        let number: Int

        /// Whether it delivers a command to this connection.
        func isDelivery(to owner: BusName, at target: String? = nil) -> Bool {
            guard case .delivery(let delivery, _) = question else { return false }
            return callee == owner && (target == nil || delivery.target == target)
        }
    }

    var model = Model()
    var interruptions = InterruptionRules()
    var plays = PlayRules()
    private(set) var commands: [Key: Command] = [:]
    private var answered: Set<Key> = []
    private var commandCount = 0
    private var readCount = 0
    private var remembered: String?
    private var pinnedAt = Duration.zero
    var sent: [UInt32: Sent] = [:]
    /// When a connection last sent a call or a reply.
    private(set) var lastHeard: [BusName: Duration] = [:]
    /// The serial of the agent's last call.
    private(set) var lastSerial: UInt32 = 0
    /// Presses that reach the agent without a call to it: from a settings daemon, from BlueZ.
    private var presses: [Command] = []
    /// When a toggle was last sent to the owner of a player, of which the other way may be tried (rule MPRIS95).
    var toggled: [BusName: Duration] = [:]
    /// When the agent last asked a player for its state.
    var lastQuestion = Duration.zero
    /// Whether the order can be predicted in this world.
    var knowsOrder = true
    /// Whether the agent is ending or has ended.
    var isLeaving = false {
        didSet { if isLeaving { leavingSince = world.now } }
    }
    private var leavingSince = Duration.zero
    /// Not owned: the world has this object.
    unowned let world: World

    struct Key: Hashable {
        let caller: BusName
        let serial: UInt32
    }

    init(_ world: World) {
        self.world = world
    }

    func fail(_ text: String) {
        world.trace("by what was said: " + model.description)
        world.trace("by the agent: \(world.agent?.chain ?? [])")
        world.fail(text)
    }

    // MARK: What the agent reads

    func read(_ message: Message) {
        readCount += 1
        model.now = world.now
        if message.kind != .signal, let sender = message.sender { lastHeard[sender] = world.now }
        switch message.kind {
        case .methodCall: readCall(message)
        case .methodReturn, .error: readAnswer(message)
        case .signal: readSignal(message)
        case nil: break
        }
    }

    private func readCall(_ call: Message) {
        guard let sender = call.sender else { return }
        commandCount += 1
        let command = Command(call, number: commandCount, isConfined: world.isConfined(sender), at: world.now)
        noteSeeking(command)
        if command.name == "Interruptions.Resume" { plays.userResumes(at: world.now) }
        if command.subtype != nil {
            model.lastCommandAt = world.now
            command.known = knownNow()
        }
        noteCrowd(command)
        commands[Key(caller: sender, serial: call.serial)] = command
    }

    private func readAnswer(_ answer: Message) {
        guard let sent = sent[answer.replySerial] else { return }
        // Any connection may send a message with this reply serial. Only those of the callee and the bus's errors
        // count.
        guard sent.callee.map(answer.isFrom) ?? true || answer.kind == .error && answer.isFrom(.bus) else { return }
        self.sent[answer.replySerial] = nil
        let values = answer.kind == .methodReturn ? (try? answer.arguments()) ?? [] : []
        switch sent.question {
        case .owner(let name):
            if name.hasPrefix(":") {
                if let gone = try? BusName(name), values.isEmpty { model.forget(gone) }
            } else if name.hasPrefix("org.mpris.MediaPlayer2."), let owner = values.first?.asString {
                model.setOwner(of: name, to: try? BusName(owner), isNews: false, number: sent.number, at: world.now)
            }
        case .properties(let owner):
            guard answer.kind == .methodReturn else { return }
            take(values.first?.asVardict ?? [:], from: owner, isAnswer: true, number: sent.number)
        case .delivery(let delivery, _): end(delivery, by: answer, values)
        case .other: break
        }
    }

    private func end(_ delivery: Delivery, by answer: Message, _ values: [Value]) {
        // After its deadline a reply does not pass the command on. A press, which nobody answers, would be taken for the
        // cause of later calls.
        let deadline: Duration = delivery.isApp ? .milliseconds(300) : .milliseconds(1100)
        if world.now - delivery.sentAt > deadline + world.stallTime(since: delivery.sentAt) {
            delivery.ending = .done
            return
        }
        if answer.kind == .methodReturn {
            if !delivery.isApp, !delivery.mayBeOwn, let owner = answer.sender {
                interruptions.userActed(on: owner, by: answer.replySerial)
                plays.userActed(on: owner)
            }
            delivery.ending = delivery.isApp && values.first?.asBool == false ? .passed : .done
            return
        }
        let passing: [ErrorName] = [
            .unknownMethod, .unknownInterface, .unknownObject, .notSupported, .serviceUnknown, .nameHasNoOwner,
            .noReply,
        ]
        delivery.ending = answer.errorName.map(passing.contains) == true ? .passed : .done
    }

    private func readSignal(_ signal: Message) {
        switch signal.member?.rawValue {
        case "NameOwnerChanged" where signal.isFrom(.bus): ownerChanged(signal)
        case "PropertiesChanged" where signal.path == SimulatedPlayer.path:
            guard let sender = signal.sender, let values = try? signal.arguments(), values.count == 3,
                values[0].asString == SimulatedPlayer.player.rawValue
            else { return }
            take(values[1].asVardict ?? [:], from: sender, isAnswer: false, number: readCount)
        default: break
        }
    }

    private func take(_ values: [String: Value], from owner: BusName, isAnswer: Bool, number: Int) {
        model.take(values, from: owner, isAnswer: isAnswer, number: number, at: world.now)
        if let status = values["PlaybackStatus"]?.asString?.lowercased() {
            plays.says(status == "playing", owner, at: world.now)
        }
    }

    private func ownerChanged(_ signal: Message) {
        guard let values = try? signal.arguments(), values.count == 3, let name = values[0].asString else { return }
        let new = values[2].asString.flatMap { try? BusName($0) }
        if name.hasPrefix("org.mpris.MediaPlayer2."), !world.isFace(name) {
            model.setOwner(of: name, to: new, isNews: true, number: readCount, at: world.now)
        }
        guard name.hasPrefix(":"), new == nil, let gone = try? BusName(name) else { return }
        model.forget(gone)
        for command in commands.values where command.caller == gone { command.isAbandoned = true }
    }

    // MARK: What the agent sends

    func send(_ message: Message) {
        model.now = world.now
        switch message.kind {
        case .methodCall: sendCall(message)
        case .methodReturn, .error: sendAnswer(message)
        default: break
        }
    }

    private func sendCall(_ call: Message) {
        let member = call.member?.rawValue ?? ""
        var question = Question.other
        if call.destination == .bus {
            let name = member == "GetNameOwner" ? (try? call.arguments())?.first?.asString : nil
            if let name, !world.isFace(name) { question = .owner(of: name) }
        } else if call.path == SimulatedPlayer.path, let owner = call.destination {
            question = sendToPlayer(call, member, owner)
        } else if call.interface == "org.baton.Baton1.Responder", let owner = call.destination {
            question = sendToApp(call, member, owner)
        }
        guard call.expectsReply else { return }
        lastSerial = call.serial
        sent[call.serial] = Sent(callee: call.destination, at: world.now, question: question, number: readCount)
    }

    private func sendAnswer(_ answer: Message) {
        guard let caller = answer.destination else { return }
        let key = Key(caller: caller, serial: answer.replySerial)
        guard let command = commands.removeValue(forKey: key) else {
            let again = answered.contains(key) ? "a second time" : "although there is no such call"
            return fail("\(caller) is answered \(again)")
        }
        if answered.count > 4096 { answered = [] }
        answered.insert(key)
        trade(command, answer)
        if !command.wantsAnswer { fail("\(command.name) is answered, which its caller did not want") }
        checkAnswer(command, answer)
        checkBegin(command, answer)
        noteEffect(of: command, isDone: answer.kind == .methodReturn)
    }

    /// Two commands of a kind look the same at a player. If a command has a reply that its delivery does not explain,
    /// its delivery and that of another command were assigned the wrong way round.
    ///
    /// That there is no player needs no delivery to explain it.
    private func trade(_ command: Command, _ answer: Message) {
        guard let subtype = command.subtype,
            answer.errorName != "com.github.altdesktop.playerctld.NoActivePlayer"
        else { return }
        let isDone = answer.kind == .methodReturn
        let last = command.deliveries.last
        guard last == nil || last?.ending == .open && last?.isApp == false else { return }
        let others = causes.filter { $0.subtype == subtype }.sorted { $0.number < $1.number }
        let closed = others.first { $0.deliveries.last.map { $0.ending != .open } ?? false }
        let open =
            last == nil ? others.first { !isDone && !$0.deliveries.isEmpty || $0.deliveries.last?.isApp == true } : nil
        guard let other = closed ?? open else { return }
        (command.deliveries, other.deliveries) = (other.deliveries, command.deliveries)
        (command.wasTraded, other.wasTraded) = (true, true)
    }

    /// Applies the effect of an answered call to the model.
    private func noteEffect(of command: Command, isDone: Bool) {
        guard isDone else { return }
        let path = command.arguments.first.flatMap { if case .objectPath(let path) = $0 { path.rawValue } else { nil } }
        let id = command.caller.rawValue + (path ?? "")
        switch command.name {
        case "Application.Pin":
            model.pin = command.arguments.first?.asString
            pinnedAt = world.now
            model.isPinKnown = true
            model.setShifted(false)
        case "Application.Unpin":
            model.pin = nil
            pinnedAt = world.now
            model.isPinKnown = true
            model.setShifted(false)
        case "playerctld.Shift", "playerctld.Unshift": model.setShifted(true)
        case "Application.Register":
            let options = command.arguments.dropFirst().first?.asVardict ?? [:]
            model.register(id, of: command.caller, isPlaying: options["playing"]?.asBool ?? false)
        case "Application.Unregister": model.unregister(id)
        case "Application.BecomeFirstResponder": model.use(id)
        default: break
        }
    }

    /// The agent ends in order, and saves which player is first.
    func agentEnds() {
        isLeaving = true
        // The name that was certain at an earlier end does not count: a player that is first only by Shift, or that was
        // first before an app, has been saved since, and is not known here.
        remembered = nil
        // With two instances of a program the saved name may mean either.
        if world.now > model.settledAt, let first = model.clearlyFirst, !first.isApp, !first.id.contains(".instance"),
            !isDoubtful(first)
        {
            remembered = first.id
        }
    }

    /// The agent was killed: a pin of its last seconds may not be saved.
    func agentWasKilled() {
        if world.now - pinnedAt < .seconds(4) { model.isPinKnown = false }
        remembered = nil
    }

    /// The agent or the bus has ended, and with it all calls under way.
    func reset() {
        for command in commands.values { command.isAbandoned = true }
        commands = [:]
        sent = [:]
        seeking = nil
        presses = []
        toggled = [:]
        let (pin, isKnown) = (model.pin, model.isPinKnown)
        let hasSound = model.hasSound
        model = Model()
        model.hasSound = hasSound
        model.remembered = remembered
        (model.pin, model.isPinKnown) = (pin, isKnown)
        model.settledAt = world.now + .seconds(5)
    }

    /// Notes a press that reaches the agent without a call to be answered; each one is one command at most.
    func notePress(_ name: String, isToggle: Bool = true) {
        // The key Play of a settings daemon means play-or-pause.
        commandCount += 1
        model.lastCommandAt = world.now
        presses.append(Command(press: name, isToggle: isToggle, number: commandCount, at: world.now))
    }

    /// With three or more similar commands the calls and replies at a player cannot be assigned to them.
    private func noteCrowd(_ command: Command) {
        guard causes.count(where: { $0.looksLike(command) }) >= 2 else { return }
        world.crowdedUntil = max(world.crowdedUntil, world.now + .seconds(10))
    }

    /// The possible causes of a call at a player: calls that were read, and presses of the last seconds.
    var causes: [Command] {
        presses.removeAll { world.now - $0.readAt > .seconds(8) }
        return commands.values + presses
    }

    /// Checks, when the agent ends, that it has answered all callers: they would get no reply later.
    func checkLeft() {
        for command in commands.values where command.wantsAnswer && !command.isAbandoned {
            if world.now < leavingSince + .milliseconds(390) {
                fail("the agent ends, and has not answered \(command.name)")
            }
        }
    }

    // MARK: Seeking

    /// When a seek button was last pressed. The beginning may be held until a player has answered, and is one step at
    /// least.
    private(set) var lastBegin = Duration.zero
    private(set) var lastEnd = Duration.zero
    /// Whether the last beginning was not a repetition by the keyboard.
    private(set) var isBeginNews = false

    /// A held beginning goes to the responder that is first when the holding ends.
    func noteFirstAtBeginning() {
        if let first = model.clearlyFirst { seeking?.first?.insert(first.id) }
    }

    private func endSeeking() {
        if seeking != nil { lastEnd = world.now }
        seeking = nil
    }

    /// The seeking that was begun over the control object: its subtype, when it must have ended, and which responders
    /// were first.
    var seeking: (subtype: RemoteControlSubtype, until: Duration, first: Set<String>?)?

    private func noteSeeking(_ command: Command) {
        guard command.name == "Application.SendRemoteControlEvent", let subtype = command.subtype else { return }
        switch subtype {
        case .beginSeekingBackward, .beginSeekingForward:
            isBeginNews = world.now - lastBegin > .milliseconds(1200)
            lastBegin = world.now
            seeking = (subtype, world.now + .seconds(31), model.clearlyFirst.map { [$0.id] })
        // The end of the other direction does not end this one.
        case .endSeekingBackward, .endSeekingForward: if seeking?.subtype.end == subtype { endSeeking() }
        case .play, .pause, .stop, .togglePlayPause, .nextTrack, .previousTrack: endSeeking()
        }
    }
}
