// SPDX-License-Identifier: Apache-2.0

/// Reorders a command line in playerctl's free order (`-p vlc -F status`) into a command followed by its options.
enum ArgumentOrder {
    // Arrays, though they are searched: a set needs the runtime's search for `Hashable`, a fifteenth of a short command.
    private static let withValue = ["-p", "--player", "-i", "--ignore-player", "-f", "--format"]
    /// Options with a value that may be written as one word and be empty. The parser would take the next word then.
    private static let assigned =
        ["--player=", "--ignore-player=", "--format=", "--seconds=", "--svg=", "--csv=", "--from=", "--model="]
        + ["--sensitivity=", "--longest-shake=", "--shakes=", "--rest=", "--timeout=", "--test=", "--choose="]
        + ["--reason="]
    /// Options of the parser itself, whose values are not commands.
    private static let ownOptions = ["--generate-completion-script", "--experimental-", "---completion"]
    private static let lists = ["-l", "--list-all"]
    private static let versions = ["-v", "-V", "--version"]
    private static let flags: [Character] = ["a", "F", "s", "l", "v", "V"]

    /// The first word behind `--version` that is not an option; nil without such a word or without `--version`.
    ///
    /// - Parameter arguments: All arguments, the program's name first.
    static func surplus(_ arguments: [String]) -> String? {
        let arguments = Array(arguments.dropFirst())
        guard commandFirst(arguments) == ["--version"],
            let place = separated(arguments).firstIndex(where: versions.contains)
        else { return nil }
        return separated(arguments)[(place + 1)...].first { !$0.hasPrefix("-") }
    }

    /// The first option before the command that none is; nil without such a one.
    ///
    /// What follows it may be its value, and is then taken for the command.
    /// - Parameter arguments: All arguments, the program's name first.
    static func unknownOption(_ arguments: [String]) -> String? {
        separated(Array(arguments.dropFirst())).prefix { $0.hasPrefix("-") && $0 != "-" && $0 != "--" }
            .map { String($0.prefix { $0 != "=" }) }.first { !names.contains($0) }
    }

    /// An example with a command, for options behind which none is; nil for other arguments.
    ///
    /// - Parameter arguments: All arguments, the program's name first.
    static func exampleOfCommand(_ arguments: [String]) -> String? {
        let typed = Array(arguments.dropFirst())
        var rest = separated(typed)[...]
        guard !rest.isEmpty, commandFirst(typed) == typed else { return nil }
        var formats = false
        while let word = rest.popFirst() {
            let name = String(word.prefix { $0 != "=" })
            guard names.contains(name), !(versions + ["-h", "--help"]).contains(name) else { return nil }
            formats = formats || ["-f", "--format", "-F", "--follow", "--json"].contains(name)
            if withValue.contains(word), rest.popFirst() == nil { return "batonctl -p mpv pause" }
        }
        let isPlain = typed.allSatisfy { $0.allSatisfy { $0.isLetter || $0.isNumber || "%,.:=_-".contains($0) } }
        let options = isPlain ? typed.joined(separator: " ") : formats ? "-f '{{title}}'" : "-p mpv"
        return "batonctl \(options) \(formats ? "metadata" : "pause")"
    }

    /// What follows `--gestures=` that is not `media`; nil if nothing else does.
    ///
    /// - Parameter arguments: All arguments, the program's name first.
    static func wrongGestures(_ arguments: [String]) -> String? {
        let option = "--gestures="
        guard arguments.contains("setup") else { return nil }
        return arguments.prefix { $0 != "--" }.first { $0.hasPrefix(option) && $0 != option + "media" }
            .map { String($0.dropFirst(option.count)) }
    }

    /// The options that may stand before the command.
    static let names =
        withValue + lists + versions + flags.map { "-\($0)" }
        + ["--all-players", "--follow", "--no-messages", "--verbose", "--json", "--help", "-h"]

    /// The parser's option that prints the commands as JSON, if it is asked for: the release has no encoder for it (`.ci/batonctl.ld`).
    ///
    /// - Parameter arguments: All arguments, the program's name first.
    static func absent(_ arguments: [String]) -> String? {
        #if DEBUG
            return nil
        #else
            return arguments.dropFirst().prefix { $0 != "--" }.first { $0.hasPrefix("--experimental-dump-help") }
        #endif
    }

    /// Returns the same arguments (without the program's name), the command first.
    ///
    /// `-l` before the command is the command `list`, and `-V` and `-v` are `--version`. Without a command the
    /// arguments are returned unchanged.
    static func commandFirst(_ arguments: [String]) -> [String] {
        if let first = arguments.first, ownOptions.contains(where: first.hasPrefix) { return arguments }
        if arguments.first == "check" { return arguments }
        let separate = separated(arguments)
        var options: [String] = []
        var isList = false
        var index = 0
        while index < separate.count {
            let argument = separate[index]
            if versions.contains(argument) { return ["--version"] }
            if !argument.hasPrefix("-") || argument == "-" || argument == "--" { break }
            if lists.contains(argument) { isList = true } else { options.append(argument) }
            index += 1
            if withValue.contains(argument), index < separate.count {
                options.append(separate[index])
                index += 1
            }
        }
        let rest = separate[index...]
        if isList { return ["list"] + options + rest }
        if rest.first == "--", let command = rest.dropFirst().first, !command.hasPrefix("-") {
            return [command] + options + (rest.count > 2 ? ["--"] + rest.dropFirst(2) : [])
        }
        guard let command = rest.first, command != "--" else { return arguments }
        return [command] + options + values(of: command, Array(rest.dropFirst()))
    }

    /// The commands that take a duration or a volume as an argument, of which a negative one is a value and no option.
    private static let measured = ["shake", "sleep", "volume"]

    /// Marks a negative value as an argument, at the end: the parser would take `-1h` for the options -1 and -h.
    private static func values(of command: String, _ arguments: [String]) -> [String] {
        guard measured.contains(command), !arguments.contains("--"),
            let place = arguments.firstIndex(where: { $0.first == "-" && $0.dropFirst().first?.isNumber == true })
        else { return arguments }
        return arguments[..<place] + arguments[(place + 1)...] + ["--", arguments[place]]
    }

    /// Splits what is written together: `-aFpvlc` becomes `-a -F -p vlc`, and `--player=` becomes `--player ''`.
    private static func separated(_ arguments: [String]) -> [String] {
        var result: [String] = []
        var isValue = false
        for (index, argument) in arguments.enumerated() {
            if argument == "--" { return result + arguments[index...] }
            if !isValue, assigned.contains(argument) {
                result += [String(argument.dropLast()), ""]
                continue
            }
            // The parser knows no option whose value may be left out.
            if argument == "--gestures=media" {
                result.append("--gestures-media")
                continue
            }
            if isValue || !argument.hasPrefix("-") || argument.hasPrefix("--") {
                result.append(argument)
                isValue = !isValue && withValue.contains(argument)
                continue
            }
            var letters = argument.dropFirst()
            while letters.count > 1, let letter = letters.first, flags.contains(letter) {
                result.append("-\(letter)")
                letters = letters.dropFirst()
            }
            result += parted("-" + letters)
            isValue = withValue.contains("-" + letters)
        }
        return result
    }

    /// An option apart from its value. The parser would find options in the value, such as -h, if the command does not have this one.
    private static func parted(_ word: String) -> [String] {
        let value = word.dropFirst(2)
        guard let index = withValue.firstIndex(of: String(word.prefix(2))), let first = value.first, first != "=" else {
            return [word]
        }
        // What begins with "-" is a value only behind an equals sign.
        return first == "-" ? ["\(withValue[index + 1])=\(value)"] : [withValue[index], String(value)]
    }
}
