// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonEvents

/// The rules that are checked.
extension Watcher {
    private static let commandMembers: Set<String> = ["Play", "Pause", "Stop", "PlayPause", "Next", "Previous"]

    // MARK: Calls at players

    func sendToPlayer(_ call: Message, _ member: String, _ owner: BusName) -> Question {
        if call.interface == SimulatedPlayer.properties {
            if member == "Set" { requireUnconfined("Properties.Set", for: "a property is set") }
            let interface = (try? call.arguments())?.first?.asString
            guard member == "GetAll", interface == SimulatedPlayer.player.rawValue else { return .other }
            lastQuestion = world.now
            return .properties(of: owner)
        }
        let target = model.entries.values.filter { $0.owner == owner && !$0.isApp }.sorted { $0.id < $1.id }.first
        if member == "Seek" {
            let offset = (try? call.arguments())?.first?.asInt64 ?? 0
            checkSeek(target, isBackward: offset < 0)
            return .other
        }
        // A player that has no Seek gets it as SetPosition (rule MPRIS99).
        if member == "SetPosition", commands.values.contains(where: { $0.name == "Player.Seek" }) { return .other }
        guard Self.commandMembers.contains(member) else {
            requireUnconfined(
                "\(call.interface == SimulatedPlayer.root ? "MediaPlayer2" : "Player").\(member)", for: member)
            return .other
        }
        guard let target else {
            fail("\(member) goes to \(owner), which is no player by what was said")
            return .other
        }
        return send(member, to: target, owner, call.serial)
    }

    /// A command goes to a player.
    private func send(_ member: String, to target: Model.Entry, _ owner: BusName, _ serial: UInt32) -> Question {
        model.told(target.id, member)
        let isOwn = interruptions.allows(
            member, at: owner, now: world.now, slack: world.stallTime(since: world.now - .seconds(4)))
        // A Pause of which it is not known whose it is may be the agent's own.
        if isOwn, member == "Pause" { interruptions.note(member, at: owner, serial, now: world.now) }
        guard let command = cause(of: member, at: target) else {
            judgeUnasked(member, to: target, owner, serial, isOwn: isOwn)
            return .other
        }
        let delivery = Delivery(target: target.id, isApp: false, at: world.now)
        delivery.wasPlaying = target.isPlaying
        delivery.mayBeOwn = isOwn
        if !isOwn, !model.hasAliases(owner) { checkTarget(target, of: command) }
        // Of the names of one connection only one may have read its last status. A Pause of an interruption is not a delivery of
        // the command, which may have waited for another player since before.
        if command.startsOrStops, !target.isPlaying, target.isAnswered, !model.hasAliases(owner),
            command.deliveries.contains(where: {
                !$0.mayBeOwn && $0.wasPlaying && model.entries[$0.target]?.isPlaying == true
            })
        {
            fail(
                "\(command.name), which \(command.deliveries.map(\.target)) did not take and plays, goes to \(target.id)"
            )
        }
        if !isOwn, command.deliveries.isEmpty { noteUse(of: target, by: command) }
        // The one before it may have refused: the trial is with the one that was told last.
        if !isOwn, command.subtype == .togglePlayPause { toggled[target.owner] = world.now }
        command.deliveries.append(delivery)
        return .delivery(delivery, of: command)
    }

    /// Judges a call of which no command is the cause.
    private func judgeUnasked(
        _ member: String, to target: Model.Entry, _ owner: BusName, _ serial: UInt32, isOwn: Bool
    ) {
        if world.isCrowded { return }
        if isOwn {
            interruptions.note(member, at: owner, serial, now: world.now)
            let slack = world.stallTime(since: world.now - .seconds(4))
            if member == "Play", let problem = plays.problem(ofPlayAt: owner, now: world.now, slack: slack) {
                fail("Play goes to \(target.id) of \(owner), \(problem)")
            }
            return
        }
        if causes.contains(where: { $0.mayCause(member) && $0.isUncertain }) || isOtherWay(member, target) { return }
        fail("\(member) goes to \(target.id), and no command asked for it")
    }

    /// Whether it is the other way of a toggle that had no effect, a second after it, once (rule MPRIS95). Nothing else
    /// may play when it starts a player.
    private func isOtherWay(_ member: String, _ target: Model.Entry) -> Bool {
        guard ["Play", "Pause"].contains(member), let sent = toggled.removeValue(forKey: target.owner),
            world.now - sent >= .seconds(1), world.now - sent <= .seconds(2) + world.stallTime(since: sent)
        else { return false }
        let other = model.entries.values.first {
            $0.isPlaying && $0.isListed && $0.isAnswered && $0.owner != target.owner && !isDoubtful($0)
        }
        if let other, !target.isPlaying, world.isCalm {
            fail("\(member) goes to \(target.id) by itself, and \(other.id) plays")
        }
        plays.userActed(on: target.owner)
        return true
    }

    /// Notes that a command goes to a player (rule MPRIS17). To the first one that changes nothing, unless it is first only by a pin, or
    /// another one has become first while the command waited.
    private func noteUse(of target: Model.Entry, by command: Command) {
        // Of one that has waited, and of one of several, it is not known when it came.
        let isCertain = world.now == command.readAt && lastQuestion < command.readAt && !world.isCrowded
        if isCertain {
            if model.pin != nil { model.use(target.id) }
        } else if model.pin != nil || model.clearlyFirst?.id != target.id {
            model.mayUse(target.id)
        }
    }

    func sendToApp(_ call: Message, _ member: String, _ owner: BusName) -> Question {
        guard member == "RemoteControlReceived", let path = call.path?.rawValue,
            case .uint32(let number)? = (try? call.arguments())?.first,
            let subtype = RemoteControlSubtype(rawValue: Int(number))
        else { return .other }
        let delivery = Delivery(target: owner.rawValue + path, isApp: true, at: world.now)
        // The agent may send an end by itself; the beginning has been checked.
        if subtype.isEnd { return .other }
        guard let command = cause(ofEvent: subtype, at: delivery.target, owner) else {
            if world.isCrowded { return .other }
            if causes.contains(where: { $0.isEvent(subtype) && $0.isUncertain }) { return .other }
            fail("event \(subtype) goes to \(delivery.target), and no command asked for it")
            return .other
        }
        if let entry = model.entries[delivery.target] { checkTarget(entry, of: command) }
        if command.startsOrStops, command.deliveries.isEmpty { checkSilence(of: delivery.target, owner) }
        command.deliveries.append(delivery)
        return .delivery(delivery, of: command)
    }

    /// Checks that an app which did not reply three times in a row is passed over while there is another responder.
    private func checkSilence(of target: String, _ owner: BusName) {
        let heard = lastHeard[owner] ?? .zero
        let silences = sent.values.filter {
            $0.isDelivery(to: owner, at: target) && $0.at > heard && world.now - $0.at > .milliseconds(300)
        }
        let others = model.entries.values.filter {
            $0.isListed && $0.isAnswered && $0.owner != owner && !isDoubtful($0)
        }
        // An event whose chain was recorded before the third time-out may still reach the app.
        guard silences.count > 3, !others.isEmpty, knowsOrder, model.pin == nil, !world.isCrowded else { return }
        fail(
            "an event goes to \(target), which has been silent \(silences.count) times, and not to \(others.map(\.id))")
    }

    private func cause(of member: String, at target: Model.Entry) -> Command? {
        let fitting = causes.filter { $0.mayCause(member) }
        if !fitting.contains(where: \.isFree) { untangle(fitting) }
        // A toggle may be sent as Stop, but a Stop only as Stop. If the player can only be stopped, the first one counts.
        func rank(_ command: Command) -> (Int, Int, Int) {
            let isUnusual = command.isUnusual(member, at: target)
            return (isUnusual ? 1 : 0, command.knew(target.id, of: target.owner) ? 0 : 1, command.number)
        }
        return fitting.filter(\.isFree).min { rank($0) < rank($1) }
    }

    private func cause(ofEvent subtype: RemoteControlSubtype, at target: String, _ owner: BusName) -> Command? {
        let fitting = causes.filter { $0.isEvent(subtype) }
        if !fitting.contains(where: \.isFree) { untangle(fitting) }
        let free = fitting.filter { $0.isFree && !$0.deliveries.contains { $0.target == target } }
        return free.min {
            ($0.knew(target, of: owner) ? 0 : 1, $0.number) < ($1.knew(target, of: owner) ? 0 : 1, $1.number)
        }
    }

    /// A toggle that was sent as Stop and a Stop look the same at the player: the refusal that was assigned to one
    /// belonged to the other.
    private func untangle(_ stuck: [Command]) {
        for command in stuck {
            guard let other = causes.first(where: { $0.isFree && !$0.deliveries.isEmpty && $0.looksLike(command) })
            else {
                continue
            }
            (command.deliveries, other.deliveries) = (other.deliveries, command.deliveries)
            return
        }
    }

    private func requireUnconfined(_ name: String, for what: String) {
        if !commands.values.contains(where: { $0.name == name && !$0.isConfined }) {
            fail("\(what) at a player, and no caller that may send \(name) has sent it")
        }
    }

    // MARK: Which responder is meant

    /// Whether the agent may consider an entry suspect, because a call to it has been unanswered for long.
    func isDoubtful(_ entry: Model.Entry) -> Bool {
        if !entry.isApp, model.hasAliases(entry.owner) { return true }
        // An app that unregisters is out of the chain before it is answered, and its waiting events are passed on.
        if entry.isApp,
            commands.values.contains(where: { $0.name == "Application.Unregister" && $0.caller == entry.owner })
        {
            return true
        }
        let limit: Duration = entry.isApp ? .milliseconds(200) : .milliseconds(900)
        return sent.values.contains { $0.callee == entry.owner && world.now - $0.at > limit }
    }

    private func checkTarget(_ target: Model.Entry, of command: Command) {
        // Of several similar commands it is not known which one this is. A command that waited for its turn was routed
        // to the responder that was first at some moment in between. If it exchanged its deliveries with a command that
        // has been answered since, this may be its second responder.
        let hasWaited = world.now > command.readAt && sent.values.contains { $0.isDelivery(to: target.owner) }
        guard knowsOrder, !world.isCrowded, !hasWaited, command.deliveries.isEmpty, !command.wasTraded,
            !causes.contains(where: { $0 !== command && $0.looksLike(command) })
        else { return }
        // A player that is asked first (rules MPRIS52 and MPRIS53) takes or passes on the command by its answer, along the chain as it
        // was when it was asked.
        if lastQuestion >= command.readAt { return }
        for other in model.entries.values where other.id != target.id && !isDoubtful(other) {
            guard model.isClearlyBetter(other, than: target), wasBetter(other, than: target, command) else { continue }
            if mayPass(other, command) {
                if command.fallsThrough, !target.isPlaying, target.isAnswered, !isDoubtful(target) {
                    fail("\(command.name) falls through to \(target.id), which does not play")
                }
            } else {
                fail("\(command.name) goes to \(target.id), and \(other.id) comes before it")
            }
        }
    }

    /// Whether the order was the same when the command was read.
    private func wasBetter(_ other: Model.Entry, than target: Model.Entry, _ command: Command) -> Bool {
        guard let known = command.known else { return true }
        guard let before = known.entries[other.id], let target = known.entries[target.id] else { return false }
        return before.owner == other.owner && known.isClearlyBetter(before, than: target)
    }

    /// Whether an entry was certainly first also when the command was read. Another owner of its name is another player, which came
    /// later and gets nothing of what waits.
    private func wasFirst(_ entry: Model.Entry, _ command: Command) -> Bool {
        guard let first = command.known?.clearlyFirst else { return false }
        return first.id == entry.id && first.owner == entry.owner && first.cameAt == entry.cameAt
    }

    /// The model now, for a command that is read. What is suspect may come back before the command's turn.
    func knownNow() -> Model {
        var known = model
        for entry in model.entries.values where isDoubtful(entry) { known.doubt(entry.id) }
        return known
    }

    /// Whether an entry that comes before may pass the command on.
    private func mayPass(_ entry: Model.Entry, _ command: Command) -> Bool {
        if command.fallsThrough, !entry.isPlaying, model.clearlyFirst?.id != entry.id { return true }
        return switch command.subtype {
        case .nextTrack: entry.isApp ? !entry.isPlaying : !entry.can("CanGoNext")
        case .previousTrack: entry.isApp ? !entry.isPlaying : !entry.can("CanGoPrevious")
        case .beginSeekingBackward, .beginSeekingForward: entry.isApp ? !entry.isPlaying : !entry.can("CanSeek")
        default: false
        }
    }

    /// Whether an entry that is first handles the command.
    private func takes(_ entry: Model.Entry, _ command: Command) -> Bool {
        if entry.isApp { return true }
        return switch command.subtype {
        // Nothing is sent to a player that says that it is so already (rule MPRIS52).
        case .play: entry.can("CanPlay") && !entry.isPlaying
        case .pause: entry.can("CanPause") && entry.isPlaying
        case .stop: true
        case .togglePlayPause: entry.isPlaying || entry.can("CanPlay")
        case .nextTrack: entry.can("CanGoNext")
        case .previousTrack: entry.can("CanGoPrevious")
        default: false
        }
    }

    // MARK: Seeking

    private func checkSeek(_ target: Model.Entry?, isBackward: Bool) {
        // A player that has no SetPosition gets it as Seek (rule MPRIS99).
        if commands.values.contains(where: { ["Player.Seek", "Player.SetPosition"].contains($0.name) }) { return }
        if isFirstStep(isBackward: isBackward) {
            // Later than that, the responder that was first at the beginning counts.
            if world.now - lastBegin <= .milliseconds(300) { noteFirstAtBeginning() }
            return
        }
        // Both the beginning and the end may be held for 200 ms until a player has answered.
        if world.now - max(lastBegin, lastEnd) <= .milliseconds(300) { return noteFirstAtBeginning() }
        guard let seeking, world.now <= seeking.until else {
            return fail("Seek goes to \(target?.id ?? "?"), and no seek button is held")
        }
        guard knowsOrder, let target, let first = model.clearlyFirst, let began = seeking.first, first.id != target.id,
            !began.contains(first.id), !isDoubtful(first), !isDoubtful(target)
        else { return }
        fail("Seek goes on at \(target.id), and \(first.id) has become first")
    }

    /// Whether a step may be the first one of a beginning that is not answered yet, and notes it.
    ///
    /// It waits behind the other calls of its caller, and is sent also if the button is up by then (rule MPRIS28). It goes in
    /// the direction of its button. An app that has the beginning makes no step.
    private func isFirstStep(isBackward: Bool) -> Bool {
        let waiting = commands.values.filter {
            $0.subtype == (isBackward ? .beginSeekingBackward : .beginSeekingForward) && !$0.hasStepped
                && $0.deliveries.last?.ending != .open
                && world.now - $0.readAt <= .seconds(31)
        }
        guard let begin = waiting.min(by: { $0.number < $1.number }) else { return false }
        begin.hasStepped = true
        return true
    }

    // MARK: Answers

    func checkAnswer(_ command: Command, _ answer: Message) {
        let isDone = answer.kind == .methodReturn
        checkBound(of: command)
        if command.isConfined, command.isRestricted, isDone { fail("\(command.name) of a confined caller is done") }
        guard !world.isCrowded, !command.isUncertain else { return }
        // The calls and replies at a player cannot be assigned to several similar commands.
        guard !causes.contains(where: { $0.looksLike(command) }) else { return }
        if isDone, command.subtype != nil, command.deliveries.contains(where: { $0.ending == .open && !$0.isApp }) {
            fail("\(command.name) is answered well, and the player has not answered")
        }
        checkDelivered(command, answer)
    }

    private func checkDelivered(_ command: Command, _ answer: Message) {
        guard knowsOrder, !isLeaving, command.deliveries.isEmpty, !command.wasTraded,
            command.subtype != nil, !command.isOfSeeking,
            answer.errorName != .limitsExceeded, world.now > model.settledAt, let first = model.clearlyFirst,
            wasFirst(first, command), !isDoubtful(first), takes(first, command)
        else { return }
        fail("\(command.name) went to no player, and \(first.id) would have taken it")
    }

    /// Checks that a seek button which is pressed, and not repeated by the keyboard, seeks at a player that can.
    func checkBegin(_ command: Command, _ answer: Message) {
        guard command.subtype == .beginSeekingBackward, answer.kind == .methodReturn, isBeginNews, knowsOrder,
            !isLeaving,
            lastQuestion < command.readAt,
            (try? answer.arguments())?.first?.asBool == false, command.readAt == lastBegin,
            world.now > model.settledAt, let first = model.clearlyFirst, wasFirst(first, command), !first.isApp,
            first.can("CanSeek"), !isDoubtful(first)
        else { return }
        fail("a seek button goes down, and \(first.id) does not seek")
    }

    /// Checks that no caller waits longer than promised.
    func checkBounds() {
        for command in commands.values { checkBound(of: command) }
    }

    private func checkBound(of command: Command) {
        if command.wasTraded || command.subtype != nil && world.isCrowded { return }
        guard command.wantsAnswer, !command.isAbandoned, !world.flooders.contains(command.caller) else { return }
        // If the limit of calls under way at a player is low, the others wait for their turn.
        let hasQueues = world.configuration.contains("in-flight")
        if hasQueues, command.subtype != nil || command.name.hasPrefix("Player."),
            command.deliveries.last?.ending != .open
        {
            return
        }
        let begin = hasQueues ? max(command.readAt, command.deliveries.last?.sentAt ?? .zero) : command.readAt
        let waited = world.now - begin
        guard waited > bound(of: command) else { return }
        fail("\(command.name) of \(command.caller) waits \(waited) for its answer")
        command.isAbandoned = true
    }

    private func bound(of command: Command) -> Duration {
        var bound = Duration.milliseconds(350) + world.lookUpTime + world.stallTime(since: command.readAt)
        // The beginning of seeking is answered when its first step is.
        if command.isOfSeeking { bound += .milliseconds(1100) }
        guard command.subtype != nil || command.name.hasPrefix("Player.") || command.name == "Properties.Set" else {
            return bound + .seconds(5)
        }
        // Players may be asked for their state first, one after the other (rule MPRIS53).
        bound += .milliseconds(200) * model.entries.count
        for delivery in command.deliveries { bound += delivery.isApp ? .milliseconds(300) : .milliseconds(1100) }
        // A command behind a flood waits for its turn. Calls that are forwarded to the mirrored player are not
        // followed.
        return bound + (command.deliveries.isEmpty ? .milliseconds(1100) : .zero) + world.floodTime
    }
}
