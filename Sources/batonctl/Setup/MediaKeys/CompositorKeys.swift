// SPDX-License-Identifier: Apache-2.0
import BatonSetup
import BatonShortcuts
import SystemPackage

/// A compositor or window manager without support for players: its configuration binds the media keys to `batonctl
/// send`.
struct CompositorKeys: MediaKeysDesktop {
    let compositor: Compositor
    private let environment: SetupEnvironment

    init(_ compositor: Compositor, _ environment: SetupEnvironment) {
        self.compositor = compositor
        self.environment = environment
    }

    var name: String { compositor.name }

    private static let begin = "Baton's media keys: begin (batonctl setup --revert takes this out)"
    private static let end = "Baton's media keys: end"

    /// The lines that are added to the configuration.
    ///
    /// - Parameter isLua: whether they are for Hyprland's configuration in Lua.
    func block(isLua: Bool = false) -> String {
        let comment = isLua ? "--" : "#"
        let lines = BoundKey.all.flatMap { compositor.bindings($0, environment, isLua: isLua) }
        return (["\(comment) \(Self.begin)"] + lines + ["\(comment) \(Self.end)"]).map { $0 + "\n" }.joined()
    }

    private static func isLua(_ file: String) -> Bool { file.hasSuffix(".lua") }

    func isTaken() throws(CommandError) -> Bool { try record() != nil }

    func plan() throws(CommandError) -> [String] {
        let file = try requireFile()
        var lines = ["At the end of \(file):"]
        lines += block(isLua: Self.isLua(file)).split(separator: "\n").map { "  \($0)" }
        let others = try CommandError.setting { () throws(SetupError) in try UserFile(file).text }.split(
            separator: "\n"
        ).filter {
            $0.contains("XF86Audio") && !$0.contains(" send ")
                && BoundKey.all.map(\.keysym).contains(where: $0.contains)
                && !["#", "--"].contains(where: $0.drop { $0 == " " || $0 == "\t" }.hasPrefix)
        }
        if !others.isEmpty {
            lines.append("These lines bind media keys already; remove them, or a press may act twice:")
            lines += others.map { "  \($0)" }
        }
        return lines
    }

    func take() throws(CommandError) -> [String] {
        let file = UserFile(try requireFile())
        let before = try CommandError.setting { () throws(SetupError) in try file.text }
        if try record() == nil || !before.contains(Self.begin) {
            // A file without a final line end gets one, which is removed again later.
            let needsEnd = !before.isEmpty && !before.hasSuffix("\n")
            let directory = try environment.requireStateDirectory()
            let record = SavedRecord(kind: compositor.kind, lines: [[file.path, needsEnd ? "1" : "0"]])
            do throws(Errno) { try record.save(in: directory) } catch {
                throw SetupEnvironment.failure(error, directory, compositor.kind)
            }
            if !before.contains(Self.begin) {
                let text = before + (needsEnd ? "\n" : "") + block(isLua: Self.isLua(file.path))
                try CommandError.setting { () throws(SetupError) in try file.write(text) }
            }
        }
        return [reloaded]
    }

    func giveBack() throws(CommandError) -> [String] {
        guard let record = try record(), let line = record.lines.first, line.count == 2 else { return [] }
        let file = UserFile(line[0])
        try CommandError.setting { () throws(SetupError) in
            // If the user has deleted the configuration, there is nothing to remove.
            guard UserFile.exists(line[0]), let text = Self.without(try file.text, hadNoEnd: line[1] == "1") else {
                return
            }
            try file.write(text)
        }
        let directory = try environment.requireStateDirectory()
        do throws(Errno) { try SavedRecord.remove(compositor.kind, in: directory) } catch {
            throw SetupEnvironment.failure(error, directory, compositor.kind)
        }
        return ["\(line[0]): Baton's lines are removed.", reloaded]
    }

    /// The text without Baton's lines; nil when they are not there.
    static func without(_ text: String, hadNoEnd: Bool) -> String? {
        // The comment's sign before the words is the language's.
        let found = ["#", "--"].lazy.compactMap { sign in text.firstRange(of: "\(sign) \(begin)\n") }.first
        guard let first = found, let last = text[first.upperBound...].firstRange(of: " \(end)\n") else { return nil }
        var head = text[..<first.lowerBound]
        let tail = text[last.upperBound...]
        if hadNoEnd, tail.isEmpty, head.hasSuffix("\n") { head = head.dropLast() }
        return String(head + tail)
    }

    private var reloaded: String {
        guard let command = compositor.reload else { return "\(name) reads its configuration by itself." }
        if Subcommand.run(command) { return "\(name) has read its configuration again." }
        return "Now make \(name) read its configuration again: \(command.joined(separator: " "))"
    }

    private func record() throws(CommandError) -> SavedRecord? {
        let directory = try environment.requireStateDirectory()
        do throws(Errno) { return try SavedRecord.load(compositor.kind, in: directory) } catch {
            throw SetupEnvironment.failure(error, directory, compositor.kind)
        }
    }

    private func requireFile() throws(CommandError) -> String {
        let files = compositor.files(environment)
        guard let file = files.first(where: UserFile.exists) else {
            throw CommandError(
                "There is no configuration file of \(name) (\(files.joined(separator: ", "))). Create one, or see "
                    + "'batonctl setup --print'.")
        }
        return SetupEnvironment.realPath(file) ?? file
    }
}
