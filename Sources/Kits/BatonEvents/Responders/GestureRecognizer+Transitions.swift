// SPDX-License-Identifier: Apache-2.0

/// The state machine and the relations, the same for every kind of input.
extension GestureRecognizer {
    /// What the required failures of other recognizers mean for one that wants to begin (rule G26).
    private enum Verdict {
        case free
        case wait
        case fail
    }

    // MARK: Transitions

    func request(_ next: GestureState) {
        guard !isSendingActions else {
            doAfterActions { [weak self] in self?.request(next) }
            return
        }
        if let wanted { return request(next, insteadOf: wanted) }
        guard storedState.allows(next) else { return didRefuse(next) }
        inTurn {
            switch (storedState, next) {
            // What never began has no end.
            case (.possible, .failed), (.possible, .cancelled): fail()
            case (.possible, _): leavePossible(for: next)
            default: enter(next)
            }
        }
    }

    /// While the recognizer waits, its gesture goes on: a change changes nothing, and an end is kept (rule G26).
    private func request(_ next: GestureState, insteadOf wanted: GestureState) {
        switch (wanted, next) {
        case (_, .failed), (_, .cancelled): inTurn { fail() }
        case (_, wanted), (.began, .changed): break
        case (.began, .ended): hasEndedBefore = true
        default: didRefuse(next)
        }
    }

    /// Asks the delegate (rule G25) and the views (rule CT24), collects the requirements (rule G27), and proceeds (rule
    /// G26).
    private func leavePossible(for next: GestureState) {
        guard askedDelegate?.gestureRecognizerShouldBegin(self) ?? true, viewsLetBegin else { return fail() }
        // A delegate may do anything, disabling included.
        guard storedState == .possible else { return }
        wanted = next
        askForRequirements()
        proceed()
    }

    /// Enters the wanted state, unless the recognizer has to wait for another one, or has to fail.
    func proceed() {
        guard let next = wanted, storedState == .possible else { return }
        guard environment?.isCancelling != true else { return fail() }
        switch verdict {
        case .wait: return
        case .fail: return fail()
        case .free: break
        }
        // A recognizer that has begun is not stopped by a later one; the later one fails (rule G28).
        for peer in active where peer.isUnderWay {
            if isPeer(peer), peer.prevents(self) { return fail() }
        }
        wanted = nil
        enter(next)
    }

    /// Enters a state other than failed. Recognizers that this one excludes fail before its first action is sent.
    private func enter(_ next: GestureState) {
        let isBeginning = storedState == .possible
        storedState = next
        if next == .ended || next == .cancelled { deadline = nil }
        var losers: [GestureRecognizer] = []
        if isBeginning {
            let active = active
            losers.reserveCapacity(active.count)
            for peer in active where peer.storedState == .possible && isPeer(peer) {
                if peer.isRequiring(self) || prevents(peer) { losers.append(peer) }
            }
            for loser in losers { loser.markFailed() }
        }
        let entry = Entry(recognizer: self, isBeginning: isBeginning, losers: losers)
        if let environment, environment.isCollecting {
            // Until the actions are sent, further requests wait, as they do during the actions.
            isSendingActions = true
            environment.collect(entry)
        } else {
            act(entry)
        }
    }

    /// A state that was entered, and what follows from it.
    struct Entry {
        let recognizer: GestureRecognizer
        let isBeginning: Bool
        /// Those that have failed because of it.
        let losers: [GestureRecognizer]
    }

    /// Takes the touches from their views (rule D8), then sends the actions. Those that waited for the losers to fail
    /// proceed after the last action.
    func act(_ entry: Entry) {
        // What a view's handler wants of the recognizer waits like the requests of an action.
        isSendingActions = true
        if entry.isBeginning { environment?.gate?.recognizerWillAct(self) }
        sendActions()
        for loser in entry.losers { loser.announceFailure() }
    }

    func fail() {
        markFailed()
        announceFailure()
    }

    private func markFailed() {
        storedState = .failed
        wanted = nil
        hasEndedBefore = false
        deadline = nil
    }

    private func announceFailure() {
        guard Self.waitingCount > 0 else { return }
        for waiting in active where waiting.isWaiting && waiting.isRequiring(self) { waiting.proceedLate() }
    }

    /// Proceeds if there is nothing left to wait for. Returns whether it did.
    func stopsWaiting() -> Bool {
        if case .wait = verdict { return false }
        proceedLate()
        return true
    }

    private func proceedLate() {
        proceed()
        if let environment, environment.isCollecting { environment.collectLate(self) } else { endIfLate() }
    }

    /// Ends a gesture that began when it had ended, or when its inputs were over: nothing ends it later (rule G26).
    func endIfLate() {
        guard storedState == .began, hasEndedBefore || (deadline == nil && inputsAreOver) else { return }
        request(.ended)
    }

    /// Ends a gesture that may be under way: it is cancelled if it has begun, otherwise the recognizer fails (rule
    /// G11).
    func abandon() {
        guard !isSendingActions else {
            doAfterActions { [weak self] in self?.abandon() }
            return
        }
        inTurn {
            switch storedState {
            case .began, .changed: enter(.cancelled)
            case .possible where !received.isEmpty: fail()
            default: break
            }
        }
    }

    private func inTurn(_ body: () -> Void) {
        guard let environment else {
            body()
            settle()
            return
        }
        environment.include(self)
        environment.turn(body)
    }

    /// At the end of a turn, resets the recognizer if its gesture is over (rules G8 and G9).
    func settle() {
        switch storedState {
        case .ended, .cancelled: break
        case .failed:
            guard inputsAreOver else { return }
        case .possible, .began, .changed: return
        }
        reset()
        storedState = .possible
        wanted = nil
        hasEndedBefore = false
        deadline = nil
        forgetInputs()
        if !sequenceRequirements.isEmpty { sequenceRequirements = [] }
        if !askedAbout.isEmpty { askedAbout = [] }
    }

    // MARK: Inputs

    func receives(_ input: GestureInput) -> Bool {
        for other in received where other === input { return true }
        return false
    }

    /// Whether all inputs are over; true without one.
    private var inputsAreOver: Bool {
        for input in received where !input.isOver { return false }
        return true
    }

    /// Whether the recognizer can receive a new input: it has not failed, and does not wait with its gesture complete
    /// (rules G9 and G11).
    var isOpen: Bool { isHandling && !isWaiting }

    /// Whether its gesture has begun and goes on.
    var isUnderWay: Bool { storedState == .began || storedState == .changed }

    /// Whether it has nothing to do with any gesture now.
    var isIdle: Bool { storedState == .possible && wanted == nil && received.isEmpty }

    /// Whether nothing can decide the recognizer any more: it has no input, no deadline, and waits for no other one
    /// (rule G32).
    var lacksInputs: Bool {
        storedState == .possible && wanted == nil && deadline == nil && !received.isEmpty
            && inputsAreOver
    }

    /// Whether its handlers are called for inputs that it receives.
    var isHandling: Bool {
        switch storedState {
        case .possible, .began, .changed: isEnabled
        case .ended, .cancelled, .failed: false
        }
    }

    /// Ends the gesture if all inputs are over and the handler of their cancellation has not ended it (rule T21).
    func cancelIfAbandoned() {
        if isHandling, !isWaiting, inputsAreOver { abandon() }
    }

    // MARK: Relations

    // Plain loops here and below: a closure of the main actor costs a check of the actor with each call.
    /// The active recognizers of the environment, this one included.
    private var active: [GestureRecognizer] { environment?.active ?? [] }

    /// Whether another active recognizer shares an input with this one.
    private func isPeer(_ other: GestureRecognizer) -> Bool {
        guard other !== self else { return false }
        for input in other.received where receives(input) { return true }
        return false
    }

    /// Whether this recognizer excludes another one (rules G28 to G30).
    private func prevents(_ other: GestureRecognizer) -> Bool {
        guard canPrevent(other), other.canBePrevented(by: self) else { return false }
        let mine = askedDelegate?.gestureRecognizer(self, shouldRecognizeSimultaneouslyWith: other) ?? false
        let theirs = other.askedDelegate?.gestureRecognizer(other, shouldRecognizeSimultaneouslyWith: self) ?? false
        return !mine && !theirs
    }

    /// Asks the delegates of both recognizers, once for each pair and sequence (rule G27).
    private func askForRequirements() {
        for peer in active where peer.storedState == .possible {
            guard askedDelegate != nil || peer.askedDelegate != nil, isPeer(peer) else { continue }
            guard !askedAbout.contains(ObjectIdentifier(peer)) else { continue }
            askedAbout = askedAbout.union([ObjectIdentifier(peer)])
            let mine = askedDelegate?.gestureRecognizer(self, shouldRequireFailureOf: peer) ?? false
            let theirs = peer.askedDelegate?.gestureRecognizer(peer, shouldBeRequiredToFailBy: self) ?? false
            if mine || theirs, !peer.requires(self) {
                sequenceRequirements = sequenceRequirements + [WeakRecognizer(recognizer: peer)]
            }
        }
    }

    private var verdict: Verdict {
        var verdict = Verdict.free
        // A disabled recognizer has received nothing or has just failed, so it needs no case of its own.
        for other in required where other.environment === environment && sharesSequence(with: other) {
            switch other.storedState {
            case .failed: continue
            case .possible: verdict = .wait
            case .began, .changed, .ended, .cancelled: return .fail
            }
        }
        return verdict
    }

    /// Whether the other one has received an input of a sequence that this one takes part in (rule G26).
    private func sharesSequence(with other: GestureRecognizer) -> Bool {
        other.received.contains { input in received.contains { $0.sequenceID == input.sequenceID } }
            || (received.isEmpty && !other.received.isEmpty)
    }

    private var required: [GestureRecognizer] {
        if requirements.isEmpty, sequenceRequirements.isEmpty { return [] }
        return requirements.compactMap(\.recognizer) + sequenceRequirements.compactMap(\.recognizer)
    }

    private func isRequiring(_ other: GestureRecognizer) -> Bool {
        for one in required where one === other { return true }
        return false
    }

    /// Whether this recognizer requires another one to fail, directly or through others.
    func requires(_ other: GestureRecognizer) -> Bool {
        var seen: Set<ObjectIdentifier> = []
        var open = required
        while let next = open.popLast() {
            if next === other { return true }
            if seen.insert(ObjectIdentifier(next)).inserted { open += next.required }
        }
        return false
    }
}
