// SPDX-License-Identifier: Apache-2.0

import BatonValues

/// How a compositor's configuration binds a gesture to a command.
enum GestureSyntax: Sendable {
    case sway, hyprland, hyprlandLua

    /// What begins a comment.
    var comment: String { self == .hyprlandLua ? "--" : "#" }

    var begin: String { "\(comment) Baton's gestures: begin (batonctl setup --revert takes this out)" }
    var end: String { "\(comment) Baton's gestures: end" }

    /// The lines with both comments.
    func block(_ bindings: [GestureBinding], program: String) -> String {
        ([begin] + bindings.map { line($0, program: program) } + [end]).map { $0 + "\n" }.joined()
    }

    /// The line for a gesture.
    ///
    /// - Parameter program: the path of batonctl.
    func line(_ binding: GestureBinding, program: String) -> String {
        let command = "\(SetupEnvironment.quoted(program)) \(binding.command)"
        switch self {
        case .sway:
            let gesture = binding.movement == .hold ? "hold" : "swipe"
            let direction = binding.movement == .hold ? "" : ":\(binding.movement.rawValue)"
            return "bindgesture --exact \(gesture):\(binding.fingers)\(direction) exec \(command)"
        case .hyprland:
            return "gesture = \(binding.fingers), \(binding.movement.rawValue), dispatcher, exec, \(command)"
        case .hyprlandLua:
            return "hl.gesture({ fingers = \(binding.fingers), direction = \"\(binding.movement.rawValue)\", "
                + "action = function() hl.exec_cmd(\(SetupEnvironment.luaText(command))) end })"
        }
    }

    /// The lines of a configuration that bind one of the gestures to something else already.
    ///
    /// It reads lines, not the language: variables, included files and programs in Lua are not followed.
    func conflicts(in text: String, with bindings: [GestureBinding]) -> [String] {
        lines(of: text).filter { line in !line.hasPrefix(comment) && bindings.contains { binds(line, $0) } }
    }

    /// The lines without spaces around them. In sway a line in a block of `bindgesture` is one with the block's words before it, and a line
    /// goes on after a backslash at its end.
    private func lines(of text: String) -> [String] {
        guard self == .sway else { return Self.trimmedLines(text) }
        var blocks: [String] = []
        var lines: [String] = []
        for line in Self.trimmedLines(
            text.replacing(placesOf: "\\\n", with: " ").replacing(placesOf: "\\\r\n", with: " "))
        {
            if line == "}" {
                _ = blocks.popLast()
            } else if line.hasSuffix("{"), !line.hasPrefix(comment) {
                blocks.append(Self.trimmed(line.dropLast()))
            } else if let block = blocks.last, block.hasPrefix("bindgesture"), !line.hasPrefix(comment) {
                lines.append("\(block) \(line)")
            } else {
                lines.append(line)
            }
        }
        return lines
    }

    private func binds(_ line: String, _ binding: GestureBinding) -> Bool {
        switch self {
        case .sway: Self.swayBinds(line, binding)
        case .hyprland:
            line.hasPrefix("gesture")
                && Self.hyprlandBinds(
                    line.drop { $0 != "=" }.dropFirst().split(separator: ",").map { Self.trimmed($0) }, binding)
        case .hyprlandLua:
            line.contains(bytesOf: "hl.gesture")
                && Self.hyprlandBinds(
                    [Self.luaField("fingers", in: line), Self.luaField("direction", in: line)], binding)
        }
    }

    /// `bindgesture [flags] swipe[:fingers][:direction] …`; what is left out stands for any.
    private static func swayBinds(_ line: String, _ binding: GestureBinding) -> Bool {
        let words = line.split { $0 == " " || $0 == "\t" }.map(String.init)
        guard words.first == "bindgesture", let gesture = words.dropFirst().first(where: { !$0.hasPrefix("--") }) else {
            return false
        }
        let parts = gesture.split(separator: ":").map(String.init)
        guard parts.first == (binding.movement == .hold ? "hold" : "swipe") else { return false }
        let fingers = parts.dropFirst().compactMap { Int($0) }.first
        let directions = parts.dropFirst().filter { Int($0) == nil }.flatMap { $0.split(separator: "+") }
        return (fingers == nil || fingers == binding.fingers)
            && (directions.isEmpty || binding.movement == .hold
                || directions.contains { $0 == binding.movement.rawValue })
    }

    private static func hyprlandBinds(_ parts: [String], _ binding: GestureBinding) -> Bool {
        guard parts.count >= 2, Int(parts[0]) == binding.fingers else { return false }
        return ["swipe", "horizontal", binding.movement.rawValue].contains(parts[1])
    }

    /// The value of a field in a table of Lua that stands on one line; empty if there is none.
    private static func luaField(_ name: String, in line: String) -> String {
        guard let found = line.firstPlace(of: "\(name)") else { return "" }
        let rest = line[found.upperBound...].drop { $0 == " " || $0 == "=" || $0 == "\"" || $0 == "'" }
        return String(rest.prefix { $0.isLetter || $0.isNumber })
    }

    /// A carriage return before a line's end belongs to it.
    private static func trimmedLines(_ text: String) -> [String] {
        text.split(whereSeparator: \.isNewline).map(trimmed)
    }

    private static func trimmed(_ text: Substring) -> String {
        let head = text.drop { $0 == " " || $0 == "\t" }
        return String(head.reversed().drop { $0 == " " || $0 == "\t" || $0 == "\r" }.reversed())
    }
}
