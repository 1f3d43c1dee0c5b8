// SPDX-License-Identifier: Apache-2.0

/// The text of the state file: `baton-state 1`, then a word and a name in each line.
enum StateText {
    private static let header = "baton-state 1"

    /// The text for `state`.
    static func write(_ state: SavedState) -> [UInt8] {
        var text = header + "\n"
        if let pin = state.pin { text += "pin \(pin)\n" }
        for name in state.ignored { text += "ignore \(name)\n" }
        if !state.isShakeOn { text += "shake off\n" }
        if let last = state.lastFirstResponder { text += "last \(last)\n" }
        return Array(text.utf8)
    }

    /// The state in a text, or nil if it is none.
    ///
    /// Lines with an unknown word are a newer Baton's and are passed over, as are names that cannot be.
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
            case "last": state.lastFirstResponder = name
            default: continue
            }
        }
        return state
    }
}
