// SPDX-License-Identifier: Apache-2.0

import BatonDBus

/// The lock, the seat and the system bus of an evening: a logind and a screen saver that are late, silent, refuse, or are gone for a
/// while.
@MainActor
final class EveningSession {
    /// What a locker tells.
    enum Locker: CaseIterable {
        /// `LockedHint` of logind.
        case hint
        /// `ActiveChanged` of a screen saver.
        case saver
        case both
    }

    private unowned let world: World
    private let truth: Truth
    private var random: Random
    private let locker: Locker
    private var login: SimulatedLogin?
    private var saver: SimulatedScreenSaver?
    /// Whether the agent was always told at once since the lock.
    private(set) var isCertain = true

    init(_ world: World, _ truth: Truth) throws {
        self.world = world
        self.truth = truth
        random = Random(seed: world.seed ^ 0x5E55)
        locker = random.pick(Locker.allCases)
        try startLogin()
        if locker != .hint { try startSaver() }
        truth.login = { [weak self] in self?.login }
    }

    private func startLogin() throws {
        let login = try SimulatedLogin(
            world, on: world.systemBus, isLocked: truth.isLocked && locker != .saver, isActive: !truth.isAway)
        login.start()
        self.login = login
    }

    private func startSaver() throws {
        let saver = try SimulatedScreenSaver(world, on: world.bus)
        saver.set(isActive: truth.isLocked)
        saver.start()
        self.saver = saver
    }

    /// Something happens to the lock, the seat or logind.
    func step() throws {
        switch random.below(14) {
        case 0...4: truth.isLocked ? unlock() : lock()
        case 5: switchUser()
        case 6, 7: try loginRestarts()
        case 8: try systemBusRestarts()
        case 9: if let saver { saver.answerTime = random.milliseconds(0...900) }
        default: loginIsIll()
        }
    }

    private func lock() {
        isCertain = login?.isThere == true && login?.isSilent == false && login?.refuses == false
        truth.lock(true)
        truth.begin("the lock")
        tell()
    }

    private func unlock() {
        truth.lock(false)
        truth.end("the lock")
        tell()
    }

    private func tell() {
        if locker != .saver { login?.set(isLocked: truth.isLocked, isActive: !truth.isAway) }
        if locker != .hint { saver?.set(isActive: truth.isLocked) }
    }

    /// Another user's session comes to the front, or this one comes back.
    private func switchUser() {
        truth.isAway.toggle()
        login?.set(isLocked: login?.isLocked ?? false, isActive: !truth.isAway)
    }

    private func loginRestarts() throws {
        isCertain = false
        login?.leave()
        world.run(for: random.milliseconds(0...7000))
        try startLogin()
        loginIsIll()
    }

    private func systemBusRestarts() throws {
        isCertain = false
        world.systemBus.stop()
        world.run(for: random.milliseconds(0...7000))
        world.systemBus.start()
        try startLogin()
        loginIsIll()
    }

    /// Late, silent, refusing, or well again.
    private func loginIsIll() {
        guard let login else { return }
        login.answerTime = random.oneIn(3) ? random.milliseconds(0...3000) : .zero
        login.isSilent = random.oneIn(6)
        login.refuses = random.oneIn(6)
        if login.isSilent || login.refuses || login.answerTime > .zero { isCertain = false }
    }

    /// Everything is well, and told.
    func recover() throws {
        login?.leave()
        try startLogin()
        if truth.isAway { switchUser() }
        if truth.isLocked { unlock() }
    }

    func leave() {
        login?.leave()
        saver?.leave()
    }
}
