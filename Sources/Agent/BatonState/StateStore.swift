// SPDX-License-Identifier: Apache-2.0

package import BatonFiles
import BatonMotion
import Glibc
import SystemPackage

/// Keeps a ``SavedState`` in a file of `$XDG_STATE_HOME/baton`, which only its owner can read.
///
/// A problem with the file or the disk is only logged. If the file cannot be read, Baton starts with the state of a
/// first run; if it cannot be written, the state is lost at the end.
package struct StateStore: Sendable {
    /// The largest file that is read, in bytes: 256 names of 255 bytes fit.
    package static let mostBytes = 128 << 10

    /// The directory. With nil nothing is kept.
    package let directory: String?

    /// A store in `directory` (``Paths/stateDirectory``), which is created when first needed.
    package init(directory: String?) {
        self.directory = directory
    }

    private static let stateFile = "state"

    /// The path of one of Baton's files; nil if there is no directory.
    package func path(of file: String) -> String? { directory.map { "\($0)/\(file)" } }

    /// The saved state. If it cannot be read, the state of a first run and a sentence for the log that says why.
    package func load() -> (state: SavedState, problem: String?) {
        guard let path = path(of: Self.stateFile) else { return (SavedState(), nil) }
        do throws(SmallFileError) {
            guard let bytes = try SmallFile.read(path, most: Self.mostBytes) else { return (SavedState(), nil) }
            if let state = StateText.read(bytes) { return (state, nil) }
            return (SavedState(), "\(path) is not a state file of Baton; it is ignored and will be replaced")
        } catch {
            return (SavedState(), "\(path) \(error.message); the saved state is ignored")
        }
    }

    /// Saves the state. A reader finds the whole old file or the whole new one, also after a crash of the machine.
    ///
    /// - Throws: ``SmallFileError``, whose message names the path.
    package func save(_ state: SavedState) throws(SmallFileError) {
        try save(StateText.write(state), as: Self.stateFile)
    }

    /// Saves bytes in the same way, in another file of the directory.
    package func save(_ bytes: [UInt8], as file: String) throws(SmallFileError) {
        guard let directory, let path = path(of: file) else { return }
        do throws(Errno) {
            try PrivateFolder.make(directory)
        } catch .fileExists {
            throw SmallFileError(message: "\(directory) is not a directory; move it away")
        } catch {
            throw Self.failure(directory, "cannot be made", error)
        }
        do throws(Errno) {
            try AtomicFile(path).write(bytes)
        } catch {
            throw Self.failure(path, "cannot be written", error)
        }
    }

    private static func failure(_ path: String, _ what: String, _ reason: Errno) -> SmallFileError {
        SmallFileError(message: "\(path) \(what): \(reason); its contents are not kept")
    }
}

/// The text of the state file: the line `baton-state 1`, then a word and a name on each line.
enum StateText {
    private static let header = "baton-state 1"

    /// The text for `state`.
    static func write(_ state: SavedState) -> [UInt8] {
        var text = header + "\n"
        if let pin = state.pin { text += "pin \(pin)\n" }
        for name in state.ignored { text += "ignore \(name)\n" }
        if !state.isShakeOn { text += "shake off\n" }
        if let point = state.shakePoint { text += "shake-point \(point.text)\n" }
        if state.shakeShift != 0 { text += "shake-shift \(state.shakeShift)\n" }
        if let last = state.lastFirstResponder { text += "last \(last)\n" }
        for (address, tally) in state.pressTallies.sorted(by: { $0.key < $1.key }) {
            text += "presses \(address) \(tally.count) \(tally.days) \(tally.day)\n"
        }
        return Array(text.utf8)
    }

    /// The state in a text; nil if the text is not a state file.
    ///
    /// Lines with an unknown word, which a newer Baton has written, and impossible names are ignored.
    static func read(_ bytes: [UInt8]) -> SavedState? {
        let lines = bytes.split(separator: 0x0A)
        guard let first = lines.first, first.elementsEqual(header.utf8) else { return nil }
        var state = SavedState()
        for line in lines.dropFirst() {
            let parts = line.split(separator: 0x20, maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, let name = String(validating: parts[1], as: UTF8.self) else { continue }
            switch String(decoding: parts[0], as: UTF8.self) {
            case "pin": state.pin = name
            case "ignore": state.ignore(name)
            case "shake": state.isShakeOn = name != "off"
            case "shake-point": state.shakePoint = PersonalShakePoint(text: name)
            case "shake-shift": state.shakeShift = Int(name).flatMap(LearnedShift.init(kept:))?.hundredths ?? 0
            case "last": state.lastFirstResponder = name
            case "presses": readTally(name, into: &state)
            default: continue
            }
        }
        return state
    }

    private static func readTally(_ text: String, into state: inout SavedState) {
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 4, let count = Int(words[1]), let days = Int(words[2]), let day = Int(words[3]),
            let tally = PressTally(count: count, days: days, day: day)
        else { return }
        state.setTally(tally, of: String(words[0]))
    }
}
