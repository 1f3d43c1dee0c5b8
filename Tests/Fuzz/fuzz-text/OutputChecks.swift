// SPDX-License-Identifier: Apache-2.0

import BatonDrawing
import BatonJSON
import BatonTemplate
import BatonValues
import FuzzSupport

@testable import BatonIntake
@testable import BatonLog
@testable import BatonSession
@testable import BatonSettings
@testable import BatonUndo

private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

/// What a terminal obeys, or what turns text around.
private func isDangerous(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0...0x1F, 0x7F...0x9F, 0x061C, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069, 0x2028, 0x2029: true
    default: false
    }
}

/// Text as it is shown has nothing that a terminal obeys, and cleaning it twice is cleaning it once.
func checkShown(_ bytes: [UInt8]) {
    let text = text(bytes)
    let shown = text.shown()
    require(!shown.unicodeScalars.contains(where: isDangerous), "not clean")
    require(shown.shown() == shown, "cleaned twice it is another text")
    let block = text.shown(keepsLines: true)
    require(!block.unicodeScalars.contains { $0 != "\n" && $0 != "\t" && isDangerous($0) }, "not clean")
    let plain = text.shown(keepsLines: true, keepsDirections: true)
    require(!plain.unicodeScalars.contains { $0 != "\n" && $0 != "\t" && $0.isControl }, "not clean")
    let escaped = XMLText.escaped(text)
    require(
        !escaped.unicodeScalars.contains { "<>'\"".unicodeScalars.contains($0) || isDangerous($0) }, "no XML text")
    // What one program writes as JSON another one reads.
    let json = JSON.object([(text, .array([.string(text), .null, .boolean(true)]))]).text
    require(!json.unicodeScalars.contains(where: isDangerous), "JSON that acts on a terminal")
    guard case .object(let members)? = try? JSONReader.read(Array(json.utf8)) else {
        fatalError("JSON that cannot be read: \(json)")
    }
    require(members == [text: .array([.string(text), .null, .bool(true)])], "JSON of another text: \(json)")
}

/// A log line is one line, bounded, of UTF-8, and acts on no terminal.
func checkLogLine(_ input: inout FuzzBytes) {
    var line = LogLine(.warning, form: input.flag() ? .journal : .terminal, elapsed: .nanoseconds(input.integer()))
    while !input.isEmpty {
        let text = input.text()
        if input.flag() { line.append(key: "key", value: text) } else { line.append(text) }
    }
    let bytes = line.finished()
    require(bytes.count <= LogLine.longest && bytes.last == 0x0A, "no line")
    guard let text = String(validating: bytes.dropLast(), as: UTF8.self) else { fatalError("no UTF-8") }
    require(!text.unicodeScalars.contains(where: isDangerous), "not clean")
}

/// A template is refused or expands; it never traps, whatever the values are.
func checkTemplate(_ input: inout FuzzBytes) {
    let number = input.integer()
    let word = input.text()
    guard let template = try? Template(text(input.rest())) else { return }
    _ = try? template.expand { name in
        switch name.utf8.count % 6 {
        case 0: .string(word)
        case 1: .signed(number)
        case 2: .unsigned(UInt64(bitPattern: number))
        case 3: .double(Double(bitPattern: UInt64(bitPattern: number)))
        case 4: .strings([word, name])
        default: nil
        }
    }
}

/// Numbers, times and addresses that a user typed.
func checkTyped(_ bytes: [UInt8]) {
    let text = text(bytes)
    for adjustment in [Adjustment(seconds: text), Adjustment(level: text)] {
        guard let adjustment, adjustment.isInRange else { continue }
        switch adjustment {
        case .set(let value), .change(let value): _ = Int64(microsecondsIn: value)
        }
    }
    let address = FileAddress.address(path: text, in: "/home/user")
    require(address.utf8.allSatisfy { (0x21...0x7E).contains($0) }, "no address: \(address)")
}

/// What a headset's display, a notification or a list shows.
func checkDisplayTexts(_ bytes: [UInt8]) {
    let text = text(bytes)
    if let clean = BluetoothText.clean(text) {
        require(clean.utf8.count <= BluetoothText.longest, "too long for a display")
        require(!clean.unicodeScalars.contains(where: \.isControl), "not clean")
    }
    let clean = FocusText.clean(text)
    require(clean.unicodeScalars.count <= FocusText.longest, "too long")
    let name = UndoGuards.name(FocusedApp(process: 1, names: [clean]))
    require(name.count <= 60 && !name.isEmpty, "no name")
    require(
        !name.unicodeScalars.contains { "<>&".unicodeScalars.contains($0) || isDangerous($0) }, "no name: \(name)")
    let quoted = ConfigurationText.quoted(text)
    require(quoted.unicodeScalars.count <= 63 && !quoted.unicodeScalars.contains(where: isDangerous), "no quote")
}
