// SPDX-License-Identifier: Apache-2.0

package import BatonShortcuts
import BatonValues

/// The lines of a compositor's configuration that bind media keys: by the key's name, by its code, and through variables (rule
/// KEYS20). Files that it includes are not read.
package struct BindingLines {
    /// The codes of the keys that ``BoundKey`` names, in XKB's numbers for the kernel's keys (`inet(evdev)`).
    static let codes: Set<Substring> = ["171", "172", "173", "174", "176", "208", "209", "215", "216"]
    /// What is longer than this is not replaced: variables may name one another.
    private static let longest = 4096

    private let isHyprland: Bool
    private let lines: [String]
    private var variables: [(name: Substring, value: String)] = []
    /// Whether the line is in a block of `bindcode { … }`.
    private var isInCodes = false

    /// - Parameter text: the file's content.
    package init(_ compositor: Compositor, _ text: String) {
        isHyprland = compositor == .hyprland
        lines = Self.joined(text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline))
    }

    /// The user's own lines, as they are in the file.
    package var others: [String] { found { _, _ in true } }

    /// Those of them that bind a key without modifiers, as Baton's lines do.
    package var rivals: [String] { found { $0.bindsAlone($1) } }

    private func found(where isWanted: (BindingLines, String) -> Bool) -> [String] {
        var reader = self
        // i3 knows a variable in the whole file, sway from its line on.
        for line in lines { _ = reader.define(line) }
        reader.isInCodes = false
        return lines.filter { reader.binds($0) && isWanted(reader, $0) }
    }

    /// Whether what a line binds is one of the keys, and nothing beside it.
    private func bindsAlone(_ line: String) -> Bool {
        let text = expanded(line)
        let words = Self.words(text)
        let key: Substring?
        if words.first?.hasPrefix("hl.bind") == true {
            key = text.split(separator: "\"", omittingEmptySubsequences: false).dropFirst().first
        } else if isHyprland {
            let fields = text.drop { $0 != "=" }.dropFirst().split(separator: ",", omittingEmptySubsequences: false)
            let isAlone = fields.count > 1 && Self.words(String(fields[0])).isEmpty
            key =
                isAlone ? Self.words(String(fields[1])).first.map { $0.hasPrefix("code:") ? $0.dropFirst(5) : $0 } : nil
        } else {
            let isWhole = words.first == "bindsym" || words.first == "bindcode"
            key = words.dropFirst(isWhole ? 1 : 0).first { !$0.hasPrefix("--") }
        }
        return key.map { key in Self.codes.contains(key) || BoundKey.all.contains { $0.keysym == key } } ?? false
    }

    /// A line that ends in a backslash goes on in the next one.
    private static func joined(_ lines: [Substring]) -> [String] {
        var result: [String] = []
        var isOpen = false
        for line in lines {
            let goesOn = line.last == "\\"
            let part = goesOn ? line.dropLast() : line
            if isOpen { result[result.count - 1] += part } else { result.append(String(part)) }
            isOpen = goesOn
        }
        return result
    }

    private mutating func binds(_ line: String) -> Bool {
        let words = Self.words(line)
        guard let first = words.first, !["#", "--"].contains(where: first.hasPrefix), !define(line) else {
            return false
        }
        let text = expanded(line)
        return !text.contains(bytesOf: " send ") && (namesKey(text) || namesCode(text))
    }

    private func namesKey(_ text: String) -> Bool {
        text.contains(bytesOf: "XF86Audio") && BoundKey.all.map(\.keysym).contains(where: text.contains(bytesOf:))
    }

    /// Whether a line of sway or i3 begins with `bindcode` and one of the codes, or a binding of Hyprland names `code:` and one.
    private mutating func namesCode(_ text: String) -> Bool {
        let words = Self.words(text)
        if isHyprland {
            guard words.first?.hasPrefix("bind") == true else { return false }
            return text.split { ", \t=".contains($0) }.contains {
                $0.hasPrefix("code:") && Self.codes.contains($0.dropFirst("code:".count))
            }
        }
        let begins = words.first == "bindcode"
        if begins, words.last == "{" {
            isInCodes = true
            return false
        }
        if words.first == "}" { isInCodes = false }
        guard begins || isInCodes else { return false }
        let combination = words.dropFirst(begins ? 1 : 0).first { !$0.hasPrefix("--") } ?? ""
        return combination.split(separator: "+").contains(where: Self.codes.contains)
    }

    // MARK: Variables

    /// - Returns: whether the line defines a variable, which is known from then on.
    private mutating func define(_ line: String) -> Bool {
        let words = Self.words(line)
        let name: Substring
        let value: Substring
        if isHyprland {
            guard words.first?.hasPrefix("$") == true, let sign = line.firstIndex(of: "=") else { return false }
            name = Self.words(String(line[..<sign])).first ?? ""
            value = line[line.index(after: sign)...]
        } else {
            guard words.count > 2, words[0] == "set", words[1].hasPrefix("$") else { return false }
            name = words[1]
            value = line[words[2].startIndex...]
        }
        guard name.count > 1 else { return true }
        let plain = Self.words(String(value)).joined(separator: " ")
        var text = expanded(plain)
        if text.utf8.count > Self.longest { text = plain.utf8.count > Self.longest ? "" : plain }
        variables.removeAll { $0.name == name }
        // The longest name first: $play2 is not $play with a 2 behind it.
        let place = variables.firstIndex { $0.name.utf8.count < name.utf8.count } ?? variables.endIndex
        variables.insert((name, text), at: place)
        return true
    }

    private func expanded(_ text: String) -> String {
        guard text.contains("$") else { return text }
        var result = text
        for (name, value) in variables where result.utf8.count < Self.longest && result.contains(bytesOf: String(name))
        {
            result = result.replacing(placesOf: name, with: value)
        }
        return result
    }

    private static func words(_ line: String) -> [Substring] { line.split { $0 == " " || $0 == "\t" } }
}
