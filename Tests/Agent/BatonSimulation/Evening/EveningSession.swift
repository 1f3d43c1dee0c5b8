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
    /// Whether this logind was ever late, silent or refusing: then the agent may not follow it.
    private var wasIll = false

    init(_ world: World, _ truth: Truth) throws {
        self.world = world
        self.truth = truth
        random = Random(seed: world.seed ^ 0x5E55)
        locker = random.pick(Locker.allCases)
        try startLogin()
        if locker != .hint { try startSaver() }
        truth.login = { [weak self] in self?.login }
        truth.isLockCertain = { [weak self] in self?.isCertain ?? false }
    }

    private func startLogin() throws {
        let login = try SimulatedLogin(
            world, on: world.systemBus, isLocked: truth.isLocked && locker != .saver, isActive: !truth.isAway)
        login.start()
        self.login = login
        wasIll = false
    }

    private func startSaver() throws {
        let saver = try SimulatedScreenSaver(world, on: world.bus)
        saver.set(isActive: truth.isLocked)
        saver.start()
        self.saver = saver
    }

    /// Something happens to the lock, the seat or logind.
    func step() throws {
        world.trace(
            "evening: the session, locked \(truth.isLocked), away \(truth.isAway), \(locker), well \(isWell)")
        switch random.below(18) {
        case 0...4: truth.isLocked ? unlock() : try lock()
        case 5, 6, 7: switchUser()
        case 8, 9: try loginRestarts()
        case 10: try systemBusRestarts()
        case 11: if let saver { saver.answerTime = random.milliseconds(0...900) }
        case 12, 13: try saverLeaves()
        default: loginIsIll()
        }
    }

    /// Whether the program that knows of the lock is there and answers at once.
    var isWell: Bool {
        guard let login, login.isThere, !login.isSilent, !login.refuses, login.answerTime == .zero else { return false }
        return locker == .hint || saver?.isThere == true && saver?.answerTime == .zero
    }

    func lock() throws {
        if locker == .saver, saver?.isThere == false { try startSaver() }
        isCertain = isWell
        truth.lock(true)
        truth.begin("the lock")
        tell()
    }

    func unlock() {
        truth.lock(false)
        truth.end("the lock")
        tell()
    }

    private func tell() {
        if locker != .saver { login?.set(isLocked: truth.isLocked, isActive: !truth.isAway) }
        if locker != .hint { saver?.set(isActive: truth.isLocked) }
    }

    /// The screen saver crashes, or is there again. What only it covered is open then, and nobody has unlocked it.
    private func saverLeaves() throws {
        guard let saver else { return }
        guard saver.isThere else { return try startSaver() }
        isCertain = false
        saver.leave()
        guard truth.isLocked, locker == .saver else { return }
        truth.lock(false)
        truth.vanish("the lock")
    }

    /// Another user's session comes to the front, or this one comes back.
    func switchUser() {
        truth.isAway.toggle()
        truth.isAwayCertain = login?.isThere == true && !wasIll
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
        guard login.isSilent || login.refuses || login.answerTime > .zero else { return }
        (isCertain, wasIll) = (false, true)
    }

    /// Everything is well, and told.
    func recover() throws {
        if let saver, !saver.isThere { try startSaver() }
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
