// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonKeysLink
import BatonMPRIS
import FuzzSupport

@testable import BatonAgent
@testable import BatonInput
@testable import BatonIntake
@testable import BatonRouting
@testable import BatonSession
@testable import BatonSettings
@testable import BatonState
@testable import BatonUndo

private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

/// The keys of a device in sysfs, and names of keys.
func checkKeys(_ bytes: [UInt8]) {
    let text = text(bytes)
    let keys = KeySet(sysfs: text)
    require(keys.codes.allSatisfy { (0..<KeySet.limit).contains($0) }, "no keys")
    require(KeySet(keys.codes) == keys && keys.bytes.count == KeySet.limit / 8, "other keys")
    if let chord = KeyChord(written: text) { require(KeyChord(written: chord.rawValue) == chord, "another chord") }
    // libevdev compares C texts.
    if !bytes.contains(0), let code = KeyName.code(text) {
        require(KeyName.code(KeyName.text(code)) == code, "another key: \(text)")
    }
}

/// A device's name: in the name of its relay, as a section of the configuration, and in what decides about it.
func checkDevice(_ input: inout FuzzBytes) {
    let keys = KeySet((0..<4).map { _ in Int(input.byte()) | Int(input.byte() & 3) << 8 })
    // As it is read from sysfs: without blanks at its ends.
    let name = ConfigurationText.trimmed(input.text() + text(input.some()))
    let relay = KeyRelay.name(for: name)
    require(relay.utf8.count <= 79 && KeyRelay.isRelay(relay), "no relay's name: \(relay)")
    let section = LearnedLines.sectionName(name)
    let lines = Array("[device \(section)]\ngrab = media-only\n".utf8)
    require(Configuration.problems(in: lines, source: "f").isEmpty, "a section that is refused: \(section)")
    guard let loaded = try? Configuration.read(lines, source: "f") else { fatalError("not read: \(section)") }
    let rules = DeviceRules(loaded.configuration.devices)
    require(rules.rule(for: name) != nil || name.isEmpty, "a section that does not mean its device: \(section)")
    let node = InputNode(path: "/dev/input/event0", name: name, uniqueID: name, keys: keys, hasJack: input.flag())
    let plan = HeadsetPlan(node, Configuration.Headset(), rules.rule(for: name), HeadsetSurroundings())
    if node.isKeyboard, case .ignored = plan.reading { return }
    require(!node.isKeyboard, "a keyboard is read")
}

/// Command lines of batond: what is wrong is said in one line.
func checkArguments(_ bytes: [UInt8]) {
    let arguments = bytes.split(separator: 0, omittingEmptySubsequences: false).map { text(Array($0)) }
    do throws(CommandLineError) {
        let options = try CommandLineOptions(arguments)
        require(options.overrides.count <= arguments.count, "assignments from nowhere")
    } catch {
        require(!error.message.utf8.contains { $0 < 0x20 }, "not one line: \(error.message)")
    }
    guard let words = CommandWords.split(text(bytes)) else { return }
    require(CommandWords.split(CommandWords.join(words)) == words, "another command: \(words)")
}

/// Environments: batond's and the user manager's.
func checkEnvironment(_ input: inout FuzzBytes) {
    let names = [
        "HOME", "XDG_CONFIG_HOME", "XDG_CONFIG_DIRS", "XDG_STATE_HOME", "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS",
        "WAYLAND_DISPLAY", "DISPLAY", "BATON_LOG", "XDG_DATA_DIRS",
    ]
    var environment: [String: String] = [:]
    for name in names where input.flag() { environment[name] = input.text() }
    let paths = Paths(environment: environment)
    for path in paths.configurationFiles + [paths.stateDirectory].compactMap(\.self) {
        require(path.utf8.first == UInt8(ascii: "/"), "a path that is not absolute: \(path)")
    }
    let variables = SessionEnvironment.variables(text(input.rest()).split(separator: "\0").map(String.init))
    let display = DisplayEnvironment(manager: variables, own: environment) { $0.utf8.count % 2 == 0 }
    for (name, value) in display.variables {
        require(value.utf8.count <= DisplayEnvironment.longestValue, "too long: \(name)")
        require(
            !value.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }, "a control character: \(name)")
    }
    require(display.runtimeDirectory.map { $0.utf8.first == UInt8(ascii: "/") } ?? true, "no absolute path")
    _ = DesktopCategories(environment: environment)
}

/// What KWin's script and a window of X11 tell.
func checkFocus(_ input: inout FuzzBytes) {
    let result = KWinFocus.app(
        process: input.text(), resourceClass: input.text(), desktopFile: input.text(), window: input.text())
    if case .success(let app) = result {
        require(app.process.map { (1...UInt32(Int32.max)).contains($0) } == true, "no process")
        _ = AppList.denies(app)
        for name in AppNames.listed(app) { _ = (AppList.managesFiles(name), AppList.hasTerminal(name)) }
    }
    let property = input.rest()
    let words = XText.words(property)
    require(words.count <= property.count + 1, "words from nowhere")
    require(property.count >= 4 || XText.number(property) == 0, "a number from nowhere")
}

/// Words of the configuration: what is read is written, and read again as it was.
func checkConfigurationWords(_ bytes: [UInt8]) {
    let text = text(bytes)
    if let duration = DurationText.parse(text) {
        require(duration >= .zero, "a negative time")
        require(DurationText.parse(DurationText.render(duration)) == duration, "another time: \(duration)")
    }
    if let pattern = PlayerPattern(text) {
        require(PlayerPattern(pattern.description) == pattern, "another player: \(pattern)")
        _ = pattern.matches("org.mpris.MediaPlayer2.vlc.instance42")
    }
    require(
        Glob(text.filter { $0 != "*" && $0 != "?" }).matches(text.filter { $0 != "*" && $0 != "?" }), "not itself")
    require(Glob("*").matches(text), "not everything")
    if let key = ConfigurationText.nearest(to: text, among: ["mpris", "routing", "seek"]) {
        require(!key.isEmpty, "no word")
    }
}

/// Names on the bus, and ids of tracks that are none.
func checkNames(_ input: inout FuzzBytes) {
    let text = text(input.rest())
    if let path = TrackID.path(for: text), path.rawValue != text {
        require(TrackID.original(of: path) == text, "another track: \(text)")
    }
    // libdbus would end the process for a name that is none.
    if let name = try? BusName(text) { _ = Message.signal(path: "/a", interface: "a.b", member: "C", to: name) }
    let state = SavedState.name(text)
    require(state.map { $0.utf8.count <= SavedState.longestName } ?? true, "a name that is too long")
    let id = ResponderID(player: text)
    require(id.isNamed(id.rawValue) && id.isNamed(id.baseName), "not its own name: \(id)")
}
