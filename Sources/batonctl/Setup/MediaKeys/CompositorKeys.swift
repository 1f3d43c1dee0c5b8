// SPDX-License-Identifier: Apache-2.0
import BatonSetup
import BatonShortcuts
import BatonTranslation

/// A compositor or window manager without support for players: its configuration binds the media keys to `batonctl
/// send`.
struct CompositorKeys: MediaKeysDesktop {
    let compositor: Compositor
    private let environment: SetupEnvironment
    private let bindings: CompositorBindings

    init(_ compositor: Compositor, _ environment: SetupEnvironment) {
        self.compositor = compositor
        self.environment = environment
        bindings = CompositorBindings(compositor, environment)
    }

    var name: String { compositor.name }

    func isTaken() throws(CommandError) -> Bool {
        let record = try record()
        return try CommandError.setting { () throws(SetupError) in try record.exists }
    }

    func plan() throws(CommandError) -> [String] {
        let file = try CommandError.setting { () throws(SetupError) in try bindings.file }
        let block = bindings.block(isLua: file.hasSuffix(".lua"))
        return [translated("At the end of \(file):")] + block.split(separator: "\n").map { "  \($0)" }
    }

    func notes() throws(CommandError) -> [String] {
        let others = try CommandError.setting { () throws(SetupError) in try bindings.others }
        guard !others.isEmpty else { return [] }
        return [translated("These lines bind media keys already; remove them, or a press may act twice:")]
            + others.map { "  \($0)" }
    }

    func difference() throws(CommandError) -> String {
        let record = try record()
        return try CommandError.setting { () throws(SetupError) in try record.difference(of: [bindings.change]) }
    }

    func take() throws(CommandError) -> [String] {
        let record = try record()
        try CommandError.setting { () throws(SetupError) in try record.make([bindings.change]) }
        return [reloaded]
    }

    func giveBack() throws(CommandError) -> [String] {
        let record = try record()
        guard let kept = try CommandError.setting({ () throws(SetupError) in try record.takeBack() }) else { return [] }
        return kept + [translated("\(name): the media keys are taken back."), reloaded]
    }

    private var reloaded: String {
        guard let command = compositor.reload else { return translated("\(name) reads its configuration by itself.") }
        if Subcommand.run(command) { return translated("\(name) has read its configuration again.") }
        return translated("Now make \(name) read its configuration again: \(command.joined(separator: " "))")
    }

    private func record() throws(CommandError) -> ChangeRecord {
        ChangeRecord(compositor.kind, in: try environment.requireStateDirectory())
    }
}
