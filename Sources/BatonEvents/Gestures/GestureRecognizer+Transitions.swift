// SPDX-License-Identifier: Apache-2.0

/// The state machine and the relations, the same for every kind of input.
extension GestureRecognizer {
    /// What other recognizers say to a beginning (rule G26).
    private enum Verdict {
        case free
        case wait
        case fail
    }

    // MARK: Transitions

    func request(_ next: GestureState) {
        guard !isSendingActions else {
            afterActions.append { [weak self] in self?.request(next) }
            return
        }
        if isWaiting, next == wanted { return }
        guard storedState.allows(next, isContinuous: isContinuous) else { return didRefuse(next) }
        inTurn {
            switch (storedState, next) {
            case (_, .failed): fail()
            case (.possible, _): leavePossible(for: next)
            default: enter(next)
            }
        }
    }

    /// Rules G25, G27, then G26.
    private func leavePossible(for next: GestureState) {
        guard delegate?.gestureRecognizerShouldBegin(self) ?? true else { return fail() }
        // A delegate may do anything, disabling included.
        guard storedState == .possible else { return }
        wanted = next
        askForRequirements()
        proceed()
    }

    /// Enters the wanted state, unless it has to wait for somebody still, or has to fail.
    func proceed() {
        guard let next = wanted, storedState == .possible else { return }
        guard environment?.isCancelling != true else { return fail() }
        switch verdict {
        case .wait: return
        case .fail: return fail()
        case .free: break
        }
        // One that has begun is not stopped by a later one; the later one is (rule G28).
        let isBlocked = peers.contains { peer in
            (peer.storedState == .began || peer.storedState == .changed) && peer.prevents(self)
        }
        guard !isBlocked else { return fail() }
        wanted = nil
        enter(next)
    }

    /// Takes on a state that is not failed. Whoever loses by it has failed before the first action, and those that waited for
    /// the losers to fail go on after the last.
    private func enter(_ next: GestureState) {
        let isBeginning = storedState == .possible
        storedState = next
        if next == .ended || next == .cancelled { deadline = nil }
        var losers: [GestureRecognizer] = []
        if isBeginning {
            losers = peers.filter { $0.storedState == .possible && ($0.isRequiring(self) || prevents($0)) }
            for loser in losers { loser.markFailed() }
        }
        sendActions()
        for loser in losers { loser.announceFailure() }
    }

    func fail() {
        markFailed()
        announceFailure()
    }

    private func markFailed() {
        storedState = .failed
        wanted = nil
        deadline = nil
    }

    private func announceFailure() {
        for waiting in environment?.active ?? [] where waiting.isWaiting && waiting.isRequiring(self) {
            waiting.proceed()
        }
    }

    /// It is to see no more of a gesture that may be under way (rule G11).
    func abandon() {
        guard !isSendingActions else {
            afterActions.append { [weak self] in self?.abandon() }
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

    /// At the end of a turn: what is over begins anew (rules G8, G9).
    func settle() {
        switch storedState {
        case .ended, .cancelled: break
        case .failed:
            guard received.allSatisfy(\.phase.isOver) else { return }
        default: return
        }
        reset()
        storedState = .possible
        wanted = nil
        deadline = nil
        received = []
        sequenceRequirements = []
        askedAbout = []
    }

    // MARK: Inputs

    func receives(_ input: GestureInput) -> Bool { received.contains { $0 === input } }

    /// Whether a new input may come to it at all: it is not failed, and has not seen all it needs (rules G9, G11).
    var isOpen: Bool { isHandling && !isWaiting }

    /// Whether it is told of inputs it receives.
    var isHandling: Bool {
        switch storedState {
        case .possible, .began, .changed: isEnabled
        case .ended, .cancelled, .failed: false
        }
    }

    /// Every input it had is gone, and it did not notice (rule T21).
    func cancelIfAbandoned() {
        if isHandling, !isWaiting, received.allSatisfy(\.phase.isOver) { abandon() }
    }

    // MARK: Relations

    /// The recognizers that share an input with it.
    private var peers: [GestureRecognizer] {
        environment?.active.filter { peer in peer !== self && peer.received.contains { receives($0) } } ?? []
    }

    /// Rules G28–G30.
    private func prevents(_ other: GestureRecognizer) -> Bool {
        guard canPrevent(other), other.canBePrevented(by: self) else { return false }
        let mine = delegate?.gestureRecognizer(self, shouldRecognizeSimultaneouslyWith: other) ?? false
        let theirs = other.delegate?.gestureRecognizer(other, shouldRecognizeSimultaneouslyWith: self) ?? false
        return !mine && !theirs
    }

    /// Asks the delegates on both sides, once for each pair and sequence (rule G27).
    private func askForRequirements() {
        for peer in peers where peer.storedState == .possible {
            guard askedAbout.insert(ObjectIdentifier(peer)).inserted else { continue }
            let mine = delegate?.gestureRecognizer(self, shouldRequireFailureOf: peer) ?? false
            let theirs = peer.delegate?.gestureRecognizer(peer, shouldBeRequiredToFailBy: self) ?? false
            if mine || theirs, !peer.requires(self) {
                sequenceRequirements.append(WeakRecognizer(recognizer: peer))
            }
        }
    }

    private var verdict: Verdict {
        var verdict = Verdict.free
        // One that is disabled has received nothing, or has just failed.
        for other in required where other.environment === environment && !other.received.isEmpty {
            switch other.storedState {
            case .failed: continue
            case .possible: verdict = .wait
            case .began, .changed, .ended, .cancelled: return .fail
            }
        }
        return verdict
    }

    private var required: [GestureRecognizer] {
        requirements.compactMap(\.recognizer) + sequenceRequirements.compactMap(\.recognizer)
    }

    private func isRequiring(_ other: GestureRecognizer) -> Bool { required.contains { $0 === other } }

    /// Whether it waits for another one to fail, itself or by way of others.
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
