// SPDX-License-Identifier: Apache-2.0

import BatonJSON
import BatonMotion
import BatonProcesses
import FuzzSupport

@testable import BatonIIO
@testable import BatonSession
@testable import BatonSettings
@testable import BatonShortcuts
@testable import BatonState
@testable import BatonUndo

private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

/// An answer in JSON; the bounds hold.
func checkJSON(_ bytes: [UInt8]) {
    do throws(JSONError) {
        let value = try JSONReader.read(bytes)
        require(depth(value) <= JSONReader.deepest, "nested too deeply")
        _ = SwayTree.app(inTree: value)
    } catch {
        require((0...bytes.count).contains(error.offset), "no such place: \(error)")
    }
}

private func depth(_ value: JSONValue) -> Int {
    switch value {
    case .array(let elements): 1 + (elements.map(depth).max() ?? 0)
    case .object(let members): 1 + (members.values.map(depth).max() ?? 0)
    default: 0
    }
}

/// An object's description in XML.
func checkDescription(_ bytes: [UInt8]) {
    guard let node = IntrospectedNode(text(bytes)) else { return }
    let names = node.interfaces + node.children
    require(names.reduce(0) { $0 + $1.utf8.count } <= 3 * bytes.count, "names from nowhere")
}

/// A desktop file.
func checkDesktopFile(_ input: inout FuzzBytes) {
    var bytes = input.rest()
    if bytes.first == 0 { bytes = Array("[Desktop Entry]\nCategories=".utf8) + bytes.dropFirst() }
    let categories = DesktopCategories.categories(bytes)
    require(categories.allSatisfy { !$0.isEmpty && !$0.contains(";") }, "no categories: \(categories)")
}

/// Files of `/proc`.
func checkProcess(_ bytes: [UInt8]) {
    _ = ProcessFiles.parent(inStatus: bytes)
    let groups = text(bytes)
    let isSnap = SandboxedProcess.isInSnapGroup(groups)
    require(
        SandboxedProcess.isInSnapGroup(groups + "\n0::/user.slice/snap.a.b.scope\n"), "a snap's group is missed")
    require(!isSnap || groups.contains("snap."), "a snap's group from nowhere")
    let name = ProcessName.clean(bytes)
    require(name.unicodeScalars.allSatisfy { $0.value >= 0x20 } && name.lowercased() == name, "no name: \(name)")
}

/// Baton's own state: what is read is written, and read again as it was.
func checkState(_ bytes: [UInt8]) {
    for text in [bytes, Array("baton-state 1\n".utf8) + bytes] {
        guard let state = StateText.read(text) else { continue }
        require(state.ignored.count <= SavedState.mostIgnored, "too many names")
        require(StateText.read(StateText.write(state)) == state, "another state: \(state)")
    }
}

/// The record of a desktop's settings.
func checkRecord(_ bytes: [UInt8]) {
    for text in [text(bytes), "baton media keys 1\nkde\n" + text(bytes)] {
        guard let record = SavedRecord(text: text) else { continue }
        require(SavedRecord(text: record.text) == record, "another record: \(record)")
        for line in record.lines {
            guard let holder = KDEHolder(line: line) else { continue }
            require(KDEHolder(line: holder.line) == holder, "another action: \(holder)")
            _ = holder.restored(from: holder.rest)
        }
    }
}

/// Attributes of a sensor.
func checkAttributes(_ bytes: [UInt8]) {
    let text = text(bytes)
    if let number = try? IIOText.number(text) { require(number.isFinite, "no number") }
    let rate = AvailableRates(text).choose(atLeast: 50)
    require(rate == 50 || AvailableRates.possible.contains(rate), "no rate: \(rate)")
    if let matrix = MountMatrix(text) {
        require(matrix.values.count == 9 && matrix.values.allSatisfy { abs($0) <= 100 }, "no matrix: \(matrix)")
    }
    let candidate = SensorCandidate(id: "iio:device0", name: text, label: text, location: text, path: text)
    require(!candidate.precedes(candidate), "a sensor before itself")
    _ = candidate.answers(to: text)
}

/// The note about a buffer that was taken: no file comes from it that the device does not have.
func checkRecoveryNote(_ input: inout FuzzBytes) {
    let present = BufferState(
        values: [.init(file: "buffer/length", text: input.text()), .init(file: "a b", text: input.text())],
        isEnabled: input.flag())
    let files = Set(present.values.map(\.file))
    let rest = text(input.rest())
    for text in [rest, "baton-iio 1\nboot b\ndevice d\nenabled 1\n" + rest] {
        guard let state = RecoveryNote.state(in: text, of: "d", boot: "b", present: present) else { continue }
        require(state.values.allSatisfy { files.contains($0.file) }, "a file from nowhere: \(state)")
    }
    let note = RecoveryNote.text(of: present, of: "d", boot: "b")
    require(
        RecoveryNote.state(in: note, of: "d", boot: "b", present: present)?.isEnabled == present.isEnabled,
        "not read as it was written")
}
