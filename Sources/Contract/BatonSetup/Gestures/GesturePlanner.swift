// SPDX-License-Identifier: Apache-2.0

import BatonShortcuts
import BatonTranslation

/// Finds out which changes make the running desktop's gestures run commands.
package struct GesturePlanner {
    let environment: SetupEnvironment
    /// Whether gestures for the next and the previous track are wanted too.
    let hasMedia: Bool
    /// The answer of `swaymsg -t get_version -r`.
    let swayVersion: () -> String?
    /// Whether KWin's virtual desktops are in one column, so that it does not use three fingers to the left and right.
    let hasOneColumn: () -> Bool

    package init(
        _ environment: SetupEnvironment, hasMedia: Bool, swayVersion: @escaping () -> String?,
        hasOneColumn: @escaping () -> Bool
    ) {
        self.environment = environment
        self.hasMedia = hasMedia
        self.swayVersion = swayVersion
        self.hasOneColumn = hasOneColumn
    }

    /// The answer for the running desktop.
    ///
    /// - Throws: ``SetupError`` when a file of the user cannot be read.
    package func answer() throws(SetupError) -> GestureAnswer {
        let desktops = environment.desktops
        switch environment.compositor {
        case .sway: return try sway()
        case .hyprland: return try hyprland()
        case .i3, .cosmic: return .none(.unknownDesktop)
        case .niri: return .none(.niri)
        case nil: break
        }
        if desktops.contains("kde") {
            return try KWinGestures(environment, hasMedia: hasMedia, hasOneColumn: hasOneColumn).answer()
        }
        if desktops.contains("x-cinnamon") || desktops.contains("cinnamon") { return try cinnamon() }
        if desktops.contains(where: { ["gnome", "budgie", "unity"].contains($0) }) { return .none(.gnome) }
        return .none(environment.hasDesktop ? .unknownDesktop : .noDesktop)
    }

    // MARK: Desktops

    private func sway() throws(SetupError) -> GestureAnswer {
        let answer = swayVersion() ?? ""
        guard let version = SwayVersion(answer: answer), version >= SwayVersion(major: 1, minor: 8) else {
            return .none(.swayTooOld(SwayVersion(answer: answer)?.description))
        }
        let files =
            CompositorFile.file(.sway, answer, environment).map { [$0] } ?? Compositor.sway.files(environment)
        var bindings = GestureBinding.all(fingers: 3, media: hasMedia ? 4 : nil)
        if hasMedia { bindings.append(GestureBinding(movement: .hold, fingers: 4, command: "play-pause")) }
        return try inFile(
            "sway", .swayGestures, .sway, files, bindings, reload: .command(["swaymsg", "reload"]))
    }

    private func hyprland() throws(SetupError) -> GestureAnswer {
        let usual = Compositor.hyprland.files(environment)
        let files = CompositorFile.file(.hyprland, nil, environment).map { [$0] } ?? usual
        guard let file = files.first(where: UserFile.exists) ?? files.last else { return .none(.noFile([])) }
        return try inFile(
            "Hyprland", .hyprlandGestures, file.hasSuffix(".lua") ? .hyprlandLua : .hyprland, [file],
            GestureBinding.all(fingers: 4, media: hasMedia ? 3 : nil), reload: .none)
    }

    private func inFile(
        _ name: String, _ kind: SavedRecordKind, _ syntax: GestureSyntax, _ files: [String],
        _ bindings: [GestureBinding],
        reload: GesturePlan.Reload
    ) throws(SetupError) -> GestureAnswer {
        guard let found = files.first(where: UserFile.exists) else { return .none(.noFile(files)) }
        let path = SetupEnvironment.realPath(found) ?? found
        let text = try UserFile(path).text
        let block = syntax.block(bindings, program: environment.program)
        let others =
            AddedBlock.range(of: block, in: text).map { text[..<$0.lowerBound] + text[$0.upperBound...] } ?? text[...]
        let added = AddedBlock.atEnd(of: path, text, block, keepsLineFeeds: syntax == .hyprland)
        return .plan(
            GesturePlan(
                name: name, kind: kind, gestures: bindings.map(Self.sentence),
                changes: [added],
                conflicts: syntax.conflicts(in: String(others), with: bindings), reload: reload, file: path))
    }

    private func cinnamon() throws(SetupError) -> GestureAnswer {
        let schema = "org.cinnamon.gestures"
        guard let library = GIOLibrary(), let settings = DesktopSettings(library, schema: schema, key: "swipe-left-4")
        else { return .none(.noSettings) }
        let bindings = GestureBinding.all(fingers: 4, media: hasMedia ? 3 : nil)
        var changes: [any RecordedChange] = []
        var conflicts: [String] = []
        for binding in bindings {
            let key = "swipe-\(binding.movement.rawValue)-\(binding.fingers)"
            let value = DesktopSettings.text(
                "EXEC::\(SetupEnvironment.quoted(environment.program)) \(binding.command)::end")
            let present = settings.value(key) ?? "''"
            if present != "''", present != value { conflicts.append("\(key): \(present)") }
            changes.append(
                ChangedSetting(schema: schema, key: key, value: value, before: settings.userValue(key) ?? ""))
        }
        return .plan(
            GesturePlan(
                name: "Cinnamon", kind: .cinnamonGestures, gestures: bindings.map(Self.sentence), changes: changes,
                conflicts: conflicts, reload: .none))
    }

    static func sentence(_ binding: GestureBinding) -> String {
        let movement = binding.movement == .hold ? "hold" : "swipe \(binding.movement.rawValue)"
        return translated("\(binding.fingers) fingers on the touchpad, \(movement): batonctl \(binding.command)")
    }
}
