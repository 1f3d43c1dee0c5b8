// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

struct SetupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "setup",
        abstract: "Let Baton undo on this desktop, and direct its media keys and gestures to Baton, with your consent.",
        discussion: """
            Tells first what it found, and what will be asked or changed. Ctrl-C leaves everything unchanged. It can \
            be run again at any time.

            Exit status: 0 there is a way to undo and nothing is left to agree to, 1 otherwise, 2 there is no agent. \
            With --media-keys: 0 the keys reach Baton. With --gestures: 0 the desktop runs batonctl at gestures. \
            With --dry-run: 0 there is something to offer.
            """)

    @Flag(help: "Only direct this desktop's media keys to Baton.")
    var mediaKeys = false

    @Flag(
        help: ArgumentHelp(
            "Only have this desktop's gestures run batonctl.",
            discussion: "Undo and redo; --gestures=media adds the next and the previous track."))
    var gestures = false

    /// `--gestures=media`, which ``ArgumentOrder`` writes as a word of its own.
    @Flag(help: .hidden)
    var gesturesMedia = false

    @Flag(help: "Show what would be changed, files as a diff, and change nothing.")
    var dryRun = false

    @Flag(
        name: .customLong("print"),
        help: ArgumentHelp(
            "Only print the key bindings for sway, i3 or Hyprland.",
            discussion: "With --gestures: the lines for touchegg, libinput-gestures, lisgd, InputActions, hyprgrass."))
    var printsBindings = false

    @Flag(help: "Restore every setting of a desktop that was changed.")
    var revert = false

    /// For the systemd unit: a batond that was killed cannot give back the keys it had.
    @Flag(help: .hidden)
    var afterCrash = false

    /// For the button of batond's notification.
    @Flag(help: .hidden)
    var inTerminal = false

    @Flag(help: "Change the media keys, the gestures and what counts as a call without asking.")
    var yes = false

    @OptionGroup var messages: MessageOptions

    func validate() throws {
        let wantsGestures = gestures || gesturesMedia
        // --print goes with --gestures, and alone it prints the media keys.
        guard [mediaKeys, wantsGestures || printsBindings, revert, afterCrash, inTerminal].filter({ $0 }).count <= 1
        else {
            throw ValidationError("--media-keys, --gestures or --print, and --revert exclude each other.")
        }
        guard !dryRun || !(printsBindings || revert || afterCrash) else {
            throw ValidationError("--dry-run is for what would be changed: without --print and --revert.")
        }
    }

    func run() throws {
        let runner = SetupRunner(reporter: messages.reporter)
        if inTerminal {
            try runner.setUpInTerminal()
        } else if printsBindings, gestures || gesturesMedia {
            try runner.printGestures(GesturesSetup(hasMedia: gesturesMedia))
        } else if printsBindings {
            try runner.printBindings()
        } else if afterCrash {
            try runner.returnMediaKeys()
        } else if revert {
            try runner.revertSetUp()
        } else if mediaKeys {
            try runner.setUpMediaKeys(isAgreed: yes, isDry: dryRun)
        } else if gestures || gesturesMedia {
            try runner.setUpGestures(GesturesSetup(hasMedia: gesturesMedia, isAgreed: yes, isDry: dryRun))
        } else {
            try runner.setUp(isAgreed: yes, isDry: dryRun)
        }
    }
}
