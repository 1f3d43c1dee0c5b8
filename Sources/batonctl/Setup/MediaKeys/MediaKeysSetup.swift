// SPDX-License-Identifier: Apache-2.0
import BatonDBus
import BatonShortcuts
import Glibc

/// Leads the media keys of the desktop to Baton, with the user's consent, and back.
struct MediaKeysSetup {
    let session: BusSession
    let environment: SetupEnvironment
    /// The user agreed already, on the command line.
    let isAgreed: Bool

    init(session: BusSession, environment: SetupEnvironment = .current, isAgreed: Bool = false) {
        self.session = session
        self.environment = environment
        self.isAgreed = isAgreed
    }

    /// The desktop that runs, if its keys go past Baton.
    func desktop() throws(CommandError) -> (any MediaKeysDesktop)? {
        if let compositor = Compositor.running({ environment[$0] }) {
            return CompositorKeys(compositor, environment)
        }
        if environment.desktops.contains("kde"), isOwned(KDEMediaKeys.service) {
            return try KDEKeys(environment, session: session)
        }
        let isGNOME = environment.desktops.contains { ["gnome", "budgie", "unity"].contains($0) }
        return isGNOME && !canGrab ? GNOMEKeys(environment) : nil
    }

    /// Offers to change the desktop; nothing is changed before the user has agreed.
    ///
    /// - Returns: whether the keys come to Baton, or need nothing.
    func run() throws(CommandError) -> Bool {
        guard let desktop = try desktop() else {
            Console.print("Media keys: nothing to change in this desktop; see 'batonctl doctor'.")
            return true
        }
        if try desktop.isTaken() {
            Console.print("Media keys: \(desktop.name) sends them to Baton; 'batonctl setup --revert' takes that back.")
        } else {
            Console.print("Media keys: \(desktop.name) does not send them to Baton. This changes that:")
            for line in try desktop.plan() { Console.print(line) }
            Console.print("What is there now is saved, and 'batonctl setup --revert' puts it back.")
            guard try isWanted() else {
                Console.print("Left as it is.")
                return false
            }
        }
        // Once more does no harm: the last time may have been cut short.
        for line in try desktop.take() { Console.print(line) }
        return true
    }

    /// Takes everything back that was ever changed, on whatever desktop.
    func revert() throws(CommandError) {
        var desktops: [any MediaKeysDesktop] = Compositor.allCases.map { CompositorKeys($0, environment) }
        desktops.append(try KDEKeys(environment, session: session))
        if let gnome = GNOMEKeys(environment) { desktops.append(gnome) }
        var wasChanged = false
        var failed: CommandError?
        for desktop in desktops {
            // One that is not there now keeps the others from nothing.
            do throws(CommandError) {
                guard try desktop.isTaken() else { continue }
                wasChanged = true
                for line in try desktop.giveBack() { Console.print(line) }
            } catch {
                failed =
                    failed ?? CommandError("\(desktop.name): \(error.description) Nothing is forgotten: try it again.")
            }
        }
        if let failed { throw failed }
        if !wasChanged { Console.print("Nothing was changed.") }
    }

    /// Gives back what desktops keep for a batond that was killed, and would give to nobody. All that was agreed to stays.
    func returnAfterCrash() throws(CommandError) {
        // Another batond has them, or this one again.
        guard !isOwned(AgentClient.name) else { return }
        releaseAtMATE()
        let kde = try KDEKeys(environment, session: session)
        guard try kde.isTaken(), isOwned(KDEMediaKeys.service) else { return }
        for line in try kde.lend() { Console.print(line) }
    }

    /// MATE's daemon does not notice that a client died, and goes by the name that it gave (spec/mpris.md iv).
    private func releaseAtMATE() {
        let name: BusName = "org.mate.SettingsDaemon"
        guard isOwned(name) else { return }
        let message = Message.methodCall(
            to: name, path: "/org/mate/SettingsDaemon/MediaKeys", interface: "org.mate.SettingsDaemon.MediaKeys",
            member: "ReleaseMediaPlayerKeys")
        guard (try? message.append(.string("Baton"))) != nil else { return }
        _ = try? session.call(message, within: .seconds(2)).get()
    }

    /// Who sits at a terminal is asked; anybody else says it on the command line.
    private func isWanted() throws(CommandError) -> Bool {
        if isAgreed { return true }
        guard isatty(0) == 1 else {
            throw CommandError("Nothing is changed without your consent: add --yes.")
        }
        Console.print("Type 'yes' to change it:")
        return readLine() == "yes"
    }

    private func isOwned(_ name: BusName) -> Bool {
        var answer: Bool?
        session.connection.nameOwner(of: name) { answer = (try? $0.get()) != nil }
        session.turn { answer != nil }
        return answer ?? false
    }

    /// Whether the settings daemon still hands its keys to whoever asks, as before GNOME 42: then batond has them.
    private var canGrab: Bool {
        let message = Message.methodCall(
            to: "org.gnome.SettingsDaemon.MediaKeys", path: "/org/gnome/SettingsDaemon/MediaKeys",
            interface: "org.gnome.SettingsDaemon.MediaKeys", member: "ReleaseMediaPlayerKeys")
        guard (try? message.append(.string("Baton set-up"))) != nil else { return false }
        return (try? session.call(message, within: .seconds(2)).get()) != nil
    }
}
