// SPDX-License-Identifier: Apache-2.0

import BatonSetup
import BatonShortcuts
import BatonTranslation

/// A compositor or window manager without support for players: its configuration binds the media keys to `batonctl
/// send`.
struct CompositorKeys: DesktopKeys {
    let compositor: Compositor
    private let environment: SetupEnvironment
    private let bindings: CompositorBindings

    init(_ compositor: Compositor, _ environment: SetupEnvironment) {
        self.compositor = compositor
        self.environment = environment
        // The compositors that are looked at for a revert do not run.
        let question = compositor.isRunning { environment[$0] } ? CompositorFile.question(compositor) : nil
        bindings = CompositorBindings(compositor, environment, version: question.flatMap(Subcommand.output))
    }

    var name: String { compositor.name }

    func isTaken() throws(CommandError) -> Bool {
        let record = try record()
        return try CommandError.setting { () throws(SetupError) in try record.exists }
    }

    // What is wrong with the file is told with the plan.
    var isTakenByUser: Bool { (try? bindings.isBoundByUser) == true }

    func obstacle() throws(CommandError) -> String? {
        let record = try record()
        return try CommandError.setting { () throws(SetupError) in
            guard let own = try record.lines?.path, try record.state != .unfinished else { return nil }
            if try record.state == .takenOut {
                return translated("You have taken Baton's lines out of \(own).")
            }
            // The compositor reads nothing of a file that is cut off.
            do throws(SetupError) { _ = try bindings.freeKeys } catch { return error.description }
            // Without a file of the compositor's the lines that are there are all that can be known.
            guard let read = try? bindings.file, try !record.isRead(by: compositor, from: read, environment) else {
                return nil
            }
            return translated("\(name) has read \(read), and Baton's lines are in \(own).")
        }
    }

    func plan() throws(CommandError) -> [String] {
        let (file, keys) = try CommandError.setting { () throws(SetupError) in
            // What cannot be changed is told before anything is announced.
            _ = try bindings.changes
            return try (bindings.file, bindings.freeKeys)
        }
        let block = bindings.block(isLua: file.hasSuffix(".lua"), of: keys)
        let place = compositor.section == nil ? translated("At the end of \(file):") : translated("In \(file):")
        return [place] + block.split(separator: "\n").map { "  \($0)" }
    }

    func notes() throws(CommandError) -> [String] {
        let others = try CommandError.setting { () throws(SetupError) in try bindings.others }
        guard !others.isEmpty else { return [] }
        let sentence =
            compositor.section == nil
            ? translated("These lines bind media keys already; remove them, or a press may act twice:")
            : translated("These lines bind media keys already, and these keys stay with them:")
        return [sentence] + others.map { "  \($0)" }
    }

    func shortfall() throws(CommandError) -> KeyShortfall? {
        compositor.section == nil ? try rivals() : try withheld()
    }

    /// Keys that the user's own bindings have, where a key can have one only.
    private func withheld() throws(CommandError) -> KeyShortfall? {
        let record = try record()
        let (file, keys) = try CommandError.setting { () throws(SetupError) in
            try (bindings.file, bindings.missingKeys(in: record.lines?.text))
        }
        guard !keys.isEmpty else { return nil }
        let names = keys.map(\.keysym).joined(separator: ", ")
        return KeyShortfall(
            translated("\(file) does not send these keys to Baton: \(names)."),
            remedy: translated(
                """
                To send them too, unbind them there, and then: batonctl setup --revert \
                && batonctl setup --media-keys
                """),
            advice: translated("unbind them there, and then: batonctl setup --revert && batonctl setup --media-keys"))
    }

    /// Lines of the user's that act beside Baton's.
    private func rivals() throws(CommandError) -> KeyShortfall? {
        let (file, lines) = try CommandError.setting { () throws(SetupError) in
            try (bindings.file, bindings.rivals)
        }
        guard !lines.isEmpty else { return nil }
        return KeyShortfall(
            translated(
                "Until you remove these lines from \(file), a press acts twice, or does not reach Baton:"),
            lines: lines,
            advice: compositor.reload.map {
                translated("remove them, and then: \($0.joined(separator: " "))")
            } ?? translated("remove them"))
    }

    func difference(withRecord: Bool) throws(CommandError) -> String {
        let record = try record()
        return try CommandError.setting { () throws(SetupError) in
            try record.difference(of: bindings.changes, withRecord: withRecord)
        }
    }

    func take() throws(CommandError) -> [String] {
        let record = try record()
        try CommandError.setting { () throws(SetupError) in try record.make(bindings.changes) }
        return [reloaded]
    }

    func giveBack() throws(CommandError) -> [String] {
        let record = try record()
        guard let kept = try CommandError.setting({ () throws(SetupError) in try record.takeBack() }) else { return [] }
        // What is kept has its own sentence.
        return (kept.isEmpty ? [translated("\(name): the media keys are restored.")] : kept) + [reloaded]
    }

    private var reloaded: String {
        guard let command = compositor.reload else { return translated("\(name) reads its configuration by itself.") }
        if Subcommand.run(command) { return translated("\(name) has read its configuration again.") }
        return translated("To apply it in \(name): \(command.joined(separator: " "))")
    }

    private func record() throws(CommandError) -> ChangeRecord {
        ChangeRecord(compositor.kind, in: try environment.requireStateDirectory())
    }
}
