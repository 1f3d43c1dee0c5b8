// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonSetup
import BatonShortcuts
import BatonTranslation
import SystemPackage

/// KDE: Plasma's media controller has the media keys, and sends them to a player that it chooses itself. The set-up
/// takes them for a component of Baton's own.
struct KDEKeys: DesktopKeys {
    private let session: BusSession
    private let directory: String
    private let keys: KDEMediaKeys

    init(_ environment: SetupEnvironment, session: BusSession) throws(CommandError) {
        self.session = session
        directory = try environment.requireStateDirectory()
        keys = KDEMediaKeys(connection: session.connection, directory: directory)
    }

    let name = "KDE"

    func isTaken() throws(CommandError) -> Bool {
        do throws(Errno) { return try keys.hasAgreed() } catch { throw failure(error) }
    }

    func obstacle() throws(CommandError) -> String? {
        guard try wait(keys.findGivenAway).count == KDEShortcut.all.count else { return nil }
        return translated("You have given KDE's media keys to others, or taken them out.")
    }

    func plan() throws(CommandError) -> [String] {
        let holders = try wait(keys.findHolders)
        let lines = holders.map { "  \($0.title): loses its media key" }
        let titles = KDEShortcut.all.map(\.title).joined(separator: ", ")
        return [translated("In System Settings, Shortcuts:")] + lines + [
            translated("  Baton: \(titles): the media keys")
        ]
    }

    func notes() -> [String] { [translated("While Baton is not running, these components have their keys back.")] }

    func difference(withRecord: Bool) throws(CommandError) -> String {
        let holders = try wait(keys.findHolders)
        let record = KDEMediaKeys.record(of: holders)
        let lines =
            holders.map { "-\($0.title): the media key" } + KDEShortcut.all.map { "+Baton: \($0.title): the media key" }
        let path = SavedRecord.path(KDEMediaKeys.kind, in: directory)
        return (withRecord ? UnifiedDifference.text(path, nil, record.text) : "") + "kglobalaccel\n"
            + lines.map { $0 + "\n" }.joined()
    }

    func take() throws(CommandError) -> [String] {
        do throws(Errno) { try keys.agree() } catch { throw failure(error) }
        let givenAway = try wait(keys.findGivenAway)
        let missing = try wait(keys.take)
        _ = try wait(keys.announce)
        let refused = missing.filter { !givenAway.contains($0) }
        guard refused.isEmpty else {
            throw CommandError(
                translated("Other programs keep \(refused.joined(separator: ", ")): see System Settings, Shortcuts."))
        }
        return [translated("KDE's media keys go to Baton now.")]
            + (givenAway.isEmpty
                ? []
                : [translated("Without \(givenAway.joined(separator: ", ")): you have given these away since.")])
    }

    func giveBack() throws(CommandError) -> [String] {
        _ = try wait(keys.announce)
        _ = try wait(keys.give)
        do throws(Errno) { try keys.forget() } catch { throw failure(error) }
        return [translated("KDE's media keys are restored.")]
    }

    /// Gives the keys back until batond takes them again; the user's consent is kept.
    func lend() throws(CommandError) -> [String] {
        _ = try wait(keys.give)
        return [translated("KDE's media keys are restored until batond runs again.")]
    }

    private func failure(_ error: Errno) -> CommandError {
        SetupEnvironment.failure(error, directory, KDEMediaKeys.kind)
    }

    private func wait<T>(
        _ question: (@escaping (Result<T, DBusError>) -> Void) -> Void
    ) throws(CommandError) -> T {
        var outcome: Result<T, DBusError>?
        question { outcome = $0 }
        session.turn { outcome != nil }
        switch outcome {
        case .success(let value): return value
        case .failure(let error):
            if error.saysNobodyIsThere {
                throw CommandError(translated("KDE's kglobalaccel is not on the bus; run this inside the KDE session."))
            }
            throw CommandError(translated("KDE's kglobalaccel returned an error: \(error.message)"))
        case nil: throw CommandError(translated("The connection to the bus was lost."))
        }
    }
}
