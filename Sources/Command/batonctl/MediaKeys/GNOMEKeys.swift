// SPDX-License-Identifier: Apache-2.0

import BatonSetup
import BatonShortcuts
import BatonTranslation
import BatonValues
import Glibc
import SystemPackage

/// GNOME 42 and later: its daemon sends the media keys to a player that it chooses itself. The set-up removes the keys
/// from the daemon and adds custom shortcuts that send the events to Baton.
struct GNOMEKeys: DesktopKeys {
    static let kind = SavedRecordKind.gnome
    private static let schema = "org.gnome.settings-daemon.plugins.media-keys"
    private static let customSchema = "\(schema).custom-keybinding"
    private static let customPath = "/org/gnome/settings-daemon/plugins/media-keys/custom-keybindings"
    private static let list = "custom-keybindings"
    /// The last line of a record whose changes were all made.
    private static let end = ["made"]
    /// The daemon's names of the keys, in the order of ``BoundKey/all``.
    private static let keys = ["play", "pause", "stop", "previous", "next", "playback-rewind", "playback-forward"]

    private let environment: SetupEnvironment
    private let library: GIOLibrary
    private let settings: DesktopSettings

    /// - Returns: Nil if the settings are not GNOME's.
    init?(_ environment: SetupEnvironment) {
        guard let library = GIOLibrary(),
            let settings = DesktopSettings(library, schema: Self.schema, key: "play-static")
        else { return nil }
        self.environment = environment
        self.library = library
        self.settings = settings
    }

    let name = "GNOME"

    func isTaken() throws(CommandError) -> Bool { try record() != nil }

    func obstacle() throws(CommandError) -> String? {
        guard let record = try record(), record.lines.last == Self.end else { return nil }
        let present = settings.strings(Self.list)
        let isBound = BoundKey.all.contains { key in
            present.contains(Self.path(key)) && custom(key)?.userValue("binding") ?? "''" != "''"
        }
        return isBound ? nil : translated("You have taken Baton's shortcuts out of GNOME's settings.")
    }

    func plan() -> [String] {
        var lines = [translated("In the settings of \(Self.schema):")]
        for key in Self.keys {
            lines.append("  \(key)-static: \(settings.value("\(key)-static") ?? "?")  →  ['']")
            lines.append("  \(key): \(settings.value(key) ?? "?")  →  \(wanted(key))")
        }
        lines.append("  \(Self.list): \(BoundKey.all.count) more, named \"Baton …\":")
        for key in BoundKey.all { lines.append("    \(key.keysym)  →  \(environment.command(key.single))") }
        return lines
    }

    func notes() -> [String] {
        [
            translated("These keys then do nothing on the lock screen: GNOME runs no custom shortcuts there."),
            translated(
                """
                If you answer no, GNOME keeps them: it sends them to a player that it picks itself, on the lock screen too.
                """),
        ]
    }

    func difference(withRecord: Bool) throws(CommandError) -> String {
        let record = planned
        let path = SavedRecord.path(Self.kind, in: try environment.requireStateDirectory())
        let made = SavedRecord(kind: record.kind, lines: record.lines + [Self.end])
        var text = withRecord ? UnifiedDifference.text(path, nil, made.text) : ""
        func change(_ name: String, _ before: String?, _ after: String) {
            text += "\(name)\n-\(before ?? "(the default)")\n+\(after)\n"
        }
        for line in record.lines where line[0] != Self.list {
            change("\(Self.schema) \(line[0])", Self.saved(line), line[3])
        }
        let paths = settings.strings(Self.list) + BoundKey.all.map(Self.path)
        change("\(Self.schema) \(Self.list)", settings.userValue(Self.list), DesktopSettings.text(paths))
        for key in BoundKey.all {
            for (name, value) in values(key) {
                change("\(Self.customSchema):\(Self.path(key)) \(name)", nil, DesktopSettings.text(value))
            }
        }
        return text
    }

    /// The settings of the shortcut for a key.
    private func values(_ key: BoundKey) -> [(name: String, value: String)] {
        [
            ("name", "Baton \(key.single)"), ("binding", key.keysym), ("command", environment.command(key.single)),
        ]
    }

    // MARK: Taking

    func take() throws(CommandError) -> [String] {
        guard Self.keys.allSatisfy({ settings.isWritable($0) && settings.isWritable("\($0)-static") }),
            settings.isWritable(Self.list)
        else { throw CommandError(translated("These settings are locked by the administrator.")) }
        let isSecond = try isTaken()
        var record = try save()
        // What was made once is not made again: the user may have taken it out (rule SETUP5).
        guard record.lines.last != Self.end else {
            renewCommands()
            return []
        }
        // Settings that the user has changed since the first time stay: only those with the saved value are changed.
        let all = record.lines.filter { $0.count == 4 && $0[0] != Self.list }
        let lines = all.filter { settings.userValue($0[0]) == Self.saved($0) }
        let kept = all.filter { settings.userValue($0[0]) != Self.saved($0) && settings.userValue($0[0]) != $0[3] }
        for line in lines where line[0].hasSuffix("-static") { settings.set(line[0], to: line[3]) }
        settle(.milliseconds(200))
        // The daemon reads the static list again only when the one beside it changes.
        for line in lines where !line[0].hasSuffix("-static") { settings.set(line[0], to: line[3]) }
        // The daemon ungrabs the old keys before it grabs new ones.
        settle(.milliseconds(600))
        try addShortcuts(isSecond: isSecond)
        settle(.seconds(1))
        record.lines.append(Self.end)
        // Without it the next run makes again what is missing.
        try? record.save(in: try environment.requireStateDirectory())
        return [translated("GNOME's media keys go to Baton now.")]
            + (kept.isEmpty
                ? [] : [translated("Kept as you have set them: \(kept.map { $0[0] }.joined(separator: ", ")).")])
    }

    /// Writes the commands of Baton's shortcuts again, because batonctl may have moved to another path.
    private func renewCommands() {
        for key in BoundKey.all {
            guard let custom = custom(key), custom.userValue("command")?.hasSuffix(" send \(key.single)'") == true
            else {
                continue
            }
            custom.set("command", to: DesktopSettings.text(environment.command(key.single)))
        }
        settle(.zero)
    }

    private func addShortcuts(isSecond: Bool) throws(CommandError) {
        let present = settings.strings(Self.list)
        // All shortcuts are added together, so one that is missing from the list was removed by the user.
        let isListed = isSecond && BoundKey.all.contains { present.contains(Self.path($0)) }
        for key in BoundKey.all where !isListed || present.contains(Self.path(key)) {
            guard let custom = custom(key) else {
                throw CommandError(translated("This GNOME has no custom shortcuts."))
            }
            for (name, text) in values(key).dropLast() where !isSecond || custom.userValue(name) == nil {
                custom.set(name, to: DesktopSettings.text(text))
            }
            // Written again because batonctl may have moved to another path.
            let command = custom.userValue("command") ?? ""
            if !isSecond || command.isEmpty || command.hasSuffix(" send \(key.single)'") {
                custom.set("command", to: DesktopSettings.text(environment.command(key.single)))
            }
        }
        guard !isListed else { return }
        settings.set(Self.list, to: DesktopSettings.text(present + BoundKey.all.map(Self.path)))
    }

    /// The user's value before the change; nil for none.
    private static func saved(_ line: [String]) -> String? { line[1] == "set" ? line[2] : nil }

    /// The new value: binds no key, and differs from the present one so that the daemon sees a change.
    private func wanted(_ key: String) -> String { settings.value(key) == "@as []" ? "['']" : "@as []" }

    private func custom(_ key: BoundKey) -> DesktopSettings? {
        DesktopSettings(library, schema: Self.customSchema, path: Self.path(key), key: "binding")
    }

    private static func path(_ key: BoundKey) -> String { "\(customPath)/baton-\(key.single)/" }

    private func settle(_ time: Duration) {
        library.sync()
        usleep(UInt32(clamping: time.components.seconds * 1_000_000 + time.components.attoseconds / 1_000_000_000_000))
    }

    // MARK: The record

    private func record() throws(CommandError) -> SavedRecord? {
        let directory = try environment.requireStateDirectory()
        do throws(Errno) { return try SavedRecord.load(Self.kind, in: directory) } catch {
            throw SetupEnvironment.failure(error, directory, Self.kind)
        }
    }

    /// Saves each value that will be changed, whether the user had set it, and its new value. A saved record that
    /// exists is from before a crash, and is kept.
    private func save() throws(CommandError) -> SavedRecord {
        if let record = try record() { return record }
        let record = planned
        let directory = try environment.requireStateDirectory()
        do throws(Errno) { try record.save(in: directory) } catch {
            throw SetupEnvironment.failure(error, directory, Self.kind)
        }
        return record
    }

    /// The record of the present settings and their new values.
    private var planned: SavedRecord {
        var record = SavedRecord(kind: Self.kind)
        for key in Self.keys {
            record.lines.append(line("\(key)-static", "['']"))
            record.lines.append(line(key, wanted(key)))
        }
        record.lines.append(line(Self.list, ""))
        return record
    }

    private func line(_ key: String, _ wanted: String) -> [String] {
        let user = settings.userValue(key)
        return [key, user == nil ? "default" : "set", user ?? "", wanted]
    }

    // MARK: Giving back

    func giveBack() throws(CommandError) -> [String] {
        guard let record = try record() else { return [] }
        let lines = record.lines.filter { $0.count == 4 }
        let kept = lines.filter {
            let present = settings.userValue($0[0])
            return $0[0] != Self.list && present != $0[3] && present != Self.saved($0)
        }.map { $0[0] }
        let own = BoundKey.all.filter(isUsers)
        for line in lines where line[0] == Self.list { restoreList(line, except: own) }
        for key in BoundKey.all where !own.contains(key) {
            for name in ["name", "command", "binding"] { custom(key)?.set(name, to: nil) }
        }
        settle(.milliseconds(600))
        for line in lines where line[0].hasSuffix("-static") { restore(line) }
        settle(.milliseconds(200))
        for line in lines where line[0] != Self.list && !line[0].hasSuffix("-static") { restore(line) }
        settle(.seconds(1))
        // Without a bus dconf writes nothing, and says nothing.
        guard lines.allSatisfy({ $0[0] == Self.list || settings.userValue($0[0]) != $0[3] || Self.saved($0) == $0[3] })
        else { throw CommandError(translated("GNOME's settings could not be written.")) }
        let directory = try environment.requireStateDirectory()
        do throws(Errno) { try SavedRecord.remove(Self.kind, in: directory) } catch {
            throw SetupEnvironment.failure(error, directory, Self.kind)
        }
        return [translated("GNOME's media keys are restored.")]
            + (kept.isEmpty ? [] : [translated("Kept as you have set them: \(kept.joined(separator: ", ")).")])
            + own.map { translated("Kept, because you have changed it: the shortcut 'Baton \($0.single)'.") }
    }

    /// Whether the user has made a shortcut of Baton's their own: it has another key, or runs something else.
    private func isUsers(_ key: BoundKey) -> Bool {
        guard let custom = custom(key), settings.strings(Self.list).contains(Self.path(key)) else { return false }
        let (command, binding) = (custom.userValue("command") ?? "''", custom.userValue("binding") ?? "''")
        // Without a command or a key it does nothing.
        guard command != "''", binding != "''" else { return false }
        return !command.hasSuffix(" send \(key.single)'") || binding != DesktopSettings.text(key.keysym)
    }

    private func restore(_ line: [String]) {
        // Any other value was set by the user later.
        guard settings.userValue(line[0]) == line[3] else { return }
        settings.set(line[0], to: Self.saved(line))
    }

    /// Removes the shortcuts that Baton added from the list; shortcuts that the user has added since stay.
    ///
    /// - Parameter kept: Baton's shortcuts that the user has changed.
    private func restoreList(_ line: [String], except kept: [BoundKey]) {
        let ours = Set(BoundKey.all.filter { !kept.contains($0) }.map(Self.path))
        let rest = settings.strings(Self.list).filter { !ours.contains($0) }
        let saved = Self.saved(line)
        let isUntouched = DesktopSettings.text(rest) == (saved ?? DesktopSettings.text([String]()))
        settings.set(Self.list, to: isUntouched ? saved : DesktopSettings.text(rest))
    }
}
