// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

struct SetupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "setup",
        abstract: "Connect Baton to this desktop: permissions, media keys, gestures.",
        discussion: """
            Shows first what works on this machine, and asks before it changes anything. Ctrl-C leaves everything \
            unchanged. You can run it again at any time.

            Exit status: 0 everything works that can work here and nothing is left to agree to, 1 otherwise, 2 Baton \
            is not running. With --media-keys: 0 the keys reach Baton, or would after --dry-run. With --gestures: 0 \
            the desktop sends gestures to Baton, or would after --dry-run.
            """)

    @Flag(help: "Only connect this desktop's media keys.")
    var mediaKeys = false

    @Flag(
        help: ArgumentHelp(
            "Only connect this desktop's gestures.",
            discussion: "Undo and redo; --gestures=media adds the next and the previous track."))
    var gestures = false

    /// `--gestures=media`, which ``ArgumentOrder`` writes as a word of its own.
    @Flag(help: .hidden)
    var gesturesMedia = false

    @Flag(
        help: ArgumentHelp(
            "Only connect this machine with others and with Home Assistant, through an MQTT broker.",
            discussion: "It asks for the broker, tries it, and shows what it will write and start."))
    var mqtt = false

    @Option(help: ArgumentHelp("With --mqtt: the broker.", valueName: "address"))
    var broker: String?

    @Option(help: ArgumentHelp("With --mqtt: the user at the broker.", valueName: "name"))
    var user: String?

    @Option(
        help: ArgumentHelp("With --mqtt: the file whose first line is the password.", valueName: "file"),
        completion: .file())
    var passwordFile: String?

    @Flag(
        help: "Show what would change in your files and settings, and change nothing; --verbose adds Baton's own files."
    )
    var dryRun = false

    @Flag(
        name: .customLong("print"),
        help: ArgumentHelp(
            "Only print the key bindings for sway, i3, Hyprland, niri or COSMIC.",
            discussion: "With --gestures: the lines for touchegg, libinput-gestures, lisgd, InputActions, hyprgrass."))
    var printsBindings = false

    @Flag(help: "Undo every change that setup has made; with --mqtt or --media-keys only those of it.")
    var revert = false

    /// For the systemd unit: a batond that was killed cannot give back the keys it had.
    @Flag(help: .hidden)
    var afterCrash = false

    /// For the button of batond's notification.
    @Flag(help: .hidden)
    var inTerminal = false

    @Flag(help: "Agree to the permissions, the media keys and the gestures without being asked.")
    var yes = false

    @OptionGroup var messages: MessageOptions

    func validate() throws {
        let wantsGestures = gestures || gesturesMedia
        // --print goes with --gestures, and alone it prints the media keys.
        guard
            [mediaKeys, wantsGestures || printsBindings, mqtt || revert && !mediaKeys, afterCrash, inTerminal]
                .filter({ $0 }).count <= 1
        else {
            throw ValidationError("--media-keys, --gestures or --print, and --mqtt or --revert exclude each other.")
        }
        guard mqtt || (broker == nil && user == nil && passwordFile == nil) else {
            throw ValidationError("--broker, --user and --password-file are for --mqtt.")
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
        } else if mqtt {
            let given = MQTTSetup.Given(broker: broker, user: user, passwordFile: passwordFile)
            let setup = MQTTSetup(given, isAgreed: yes, isDry: dryRun, showsRecords: messages.verbose)
            try runner.setUpMachines(setup, isReverted: revert)
        } else if revert {
            try mediaKeys ? runner.revertMediaKeys() : runner.revertSetUp()
        } else if mediaKeys {
            try runner.setUpMediaKeys(isAgreed: yes, isDry: dryRun)
        } else if gestures || gesturesMedia {
            try runner.setUpGestures(
                GesturesSetup(
                    hasMedia: gesturesMedia, isAgreed: yes, isDry: dryRun, showsRecords: messages.verbose))
        } else {
            try runner.setUp(isAgreed: yes, isDry: dryRun)
        }
    }
}
