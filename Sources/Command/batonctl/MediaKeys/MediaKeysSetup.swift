// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonSetup
import BatonShortcuts
import BatonTranslation

/// Directs the media keys of the desktop to Baton with the user's consent, and reverts that.
struct MediaKeysSetup {
    let session: BusSession
    let environment: SetupEnvironment
    /// Whether the user has agreed already, on the command line.
    let isAgreed: Bool
    /// Whether to print the changes only.
    let isDry: Bool
    /// Whether to print what Baton itself would keep, too.
    let showsRecords: Bool

    init(
        session: BusSession, environment: SetupEnvironment = .current, isAgreed: Bool = false, isDry: Bool = false,
        showsRecords: Bool = false
    ) {
        self.isDry = isDry
        self.showsRecords = showsRecords
        self.session = session
        self.environment = environment
        self.isAgreed = isAgreed
    }

    /// The running desktop, if its keys do not reach Baton.
    func desktop() throws(CommandError) -> (any DesktopKeys)? {
        if let compositor = environment.compositor {
            return CompositorKeys(compositor, environment)
        }
        if environment.desktops.contains("kde"), isOwned(KDEMediaKeys.service) {
            return try KDEKeys(environment, session: session)
        }
        let isGNOME = environment.desktops.contains { ["gnome", "budgie", "unity"].contains($0) }
        return isGNOME && !canGrab ? GNOMEKeys(environment) : nil
    }

    /// Offers to change the desktop; changes nothing before the user has agreed.
    ///
    /// - Returns: Whether the keys reach Baton now, or would after `--dry-run` (rule SETUP15).
    func run() throws(CommandError) -> Bool {
        guard let desktop = try desktop() else {
            Self.tellNothing()
            return reachAgent
        }
        if try desktop.isTaken() {
            if let obstacle = try desktop.obstacle() {
                Self.tell(obstacle)
                return false
            }
            try Self.tellTaken(desktop)
        } else if desktop.isTakenByUser {
            Self.tellNothing()
            return true
        } else {
            guard try offer(desktop) else { return false }
        }
        // Repeated even when it was done before, because the last run may have been interrupted.
        for line in try isDry ? [] : desktop.take() { Console.print(line) }
        guard let shortfall = try desktop.shortfall() else { return true }
        Self.tell(shortfall)
        return false
    }

    /// Says what the user's own settings do with the keys, and what to do.
    static func tell(_ shortfall: KeyShortfall) {
        Console.print(paragraph: shortfall.sentence)
        for line in shortfall.lines { Console.print("  \(line)") }
        if let remedy = shortfall.remedy { Console.print(paragraph: remedy) }
    }

    /// Shows what would be changed. What cannot be changed is told before anything is announced.
    ///
    /// - Returns: Whether the user agrees.
    private func offer(_ desktop: any DesktopKeys) throws(CommandError) -> Bool {
        let difference = isDry ? try desktop.difference(withRecord: showsRecords) : ""
        let lines = try (isDry ? [] : desktop.plan()) + desktop.notes()
        Console.print(
            paragraph: translated("Media keys: \(desktop.name) does not send them to Baton. This changes that:"))
        if isDry { Console.print(block: String(difference.dropLast())) }
        for line in lines { Console.print(line) }
        return isDry ? true : try SetupQuestion.isAgreedToRestorable(isAgreed)
    }

    private static func tellTaken(_ desktop: any DesktopKeys) throws(CommandError) {
        Console.print(
            paragraph: try desktop.shortfall()?.remedy == nil
                ? translated(
                    "Media keys: \(desktop.name) sends them to Baton; 'batonctl setup --revert' undoes that.")
                : translated(
                    "Media keys: \(desktop.name) sends some of them to Baton; 'batonctl setup --revert' undoes that."))
    }

    private static func tellNothing() {
        Console.print(paragraph: translated("Media keys: nothing to change in this desktop; see 'batonctl doctor'."))
    }

    /// Whether the agent gets this desktop's keys from a service of it. Without an agent none do.
    private var reachAgent: Bool {
        let services = [InputKind.mediaKeys, .kde, .portal].map(\.rawValue)
        let rows = (try? AwaitedAgent(session: session).inputs()) ?? []
        return rows.contains { services.contains($0.kind) && $0.state == InputStateWord.listening.rawValue }
    }

    /// Says why keys that were set up do not reach Baton, and what to do.
    static func tell(_ obstacle: String) {
        Console.print(paragraph: translated("Media keys: \(obstacle) Nothing was changed."))
        Console.print(
            paragraph: translated(
                "To set them up again: batonctl setup --revert && batonctl setup --media-keys"))
    }

    /// Reverts every change that was ever made, on any desktop. Only KDE's needs the session bus.
    ///
    /// - Returns: Whether there was a change.
    static func revert(_ environment: SetupEnvironment = .current) throws(CommandError) -> Bool {
        let directory = try environment.requireStateDirectory()
        var desktops: [any DesktopKeys] = Compositor.allCases.map { CompositorKeys($0, environment) }
        if let gnome = GNOMEKeys(environment) { desktops.append(gnome) }
        var wasChanged = false
        var failed: CommandError?
        do throws(CommandError) {
            if UserFile.exists(SavedRecord.path(KDEMediaKeys.kind, in: directory)) {
                desktops.append(try KDEKeys(environment, session: try BusSession()))
            }
        } catch {
            (wasChanged, failed) = (
                true, CommandError(translated("KDE: \(error.cause). The record is kept: try again."))
            )
        }
        // A process that was killed before the record was whole has changed nothing else.
        for kind in Compositor.allCases.map(\.kind) + [KDEMediaKeys.kind, GNOMEKeys.kind] {
            SavedRecord.removeLeftover(kind, in: directory)
        }
        for desktop in desktops {
            // A failure on one desktop must not prevent the revert of the others.
            do throws(CommandError) {
                guard try desktop.isTaken() else { continue }
                wasChanged = true
                for line in try desktop.giveBack() { Console.print(line) }
            } catch {
                failed =
                    failed
                    ?? CommandError(translated("\(desktop.name): \(error.description) The record is kept: try again."))
            }
        }
        if let failed { throw failed }
        return wasChanged
    }

    /// Gives back what desktops still reserve for a killed batond. The user's consents are kept.
    func returnAfterCrash() throws(CommandError) {
        // batond runs again, or another one does, and has the keys.
        guard !isOwned(BatonBus.name) else { return }
        releaseAtMATE()
        let kde = try KDEKeys(environment, session: session)
        guard try kde.isTaken(), isOwned(KDEMediaKeys.service) else { return }
        for line in try kde.lend() { Console.print(line) }
    }

    /// MATE's daemon does not notice that a client died, and identifies clients by the name that they gave.
    private func releaseAtMATE() {
        let name: BusName = "org.mate.SettingsDaemon"
        guard isOwned(name) else { return }
        let message = Message.methodCall(
            to: name, path: "/org/mate/SettingsDaemon/MediaKeys", interface: "org.mate.SettingsDaemon.MediaKeys",
            member: "ReleaseMediaPlayerKeys")
        guard (try? message.append(.string("Baton"))) != nil else { return }
        _ = try? session.call(message, within: .seconds(2)).get()
    }

    private func isOwned(_ name: BusName) -> Bool {
        var answer: Bool?
        session.connection.nameOwner(of: name) { answer = (try? $0.get()) != nil }
        session.turn { answer != nil }
        return answer ?? false
    }

    /// Whether the settings daemon still lets programs grab its keys, as before GNOME 42: then batond grabs them.
    private var canGrab: Bool {
        let message = Message.methodCall(
            to: "org.gnome.SettingsDaemon.MediaKeys", path: "/org/gnome/SettingsDaemon/MediaKeys",
            interface: "org.gnome.SettingsDaemon.MediaKeys", member: "ReleaseMediaPlayerKeys")
        guard (try? message.append(.string("Baton set-up"))) != nil else { return false }
        return (try? session.call(message, within: .seconds(2)).get()) != nil
    }
}
