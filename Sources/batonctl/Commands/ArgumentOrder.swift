// SPDX-License-Identifier: Apache-2.0

/// Brings a command line in playerctl's free order (`-p vlc -F status`) into the order of a command with options behind it.
enum ArgumentOrder {
    private static let withValue: Set<String> = ["-p", "--player", "-i", "--ignore-player", "-f", "--format"]
    /// Options of the parser itself, which take words that are no commands.
    private static let ownOptions = ["--generate-completion-script", "--experimental-", "---completion"]
    private static let lists: Set<String> = ["-l", "--list-all"]
    private static let versions: Set<String> = ["-v", "-V", "--version"]
    private static let flags: Set<Character> = ["a", "F", "s", "l", "v", "V"]

    /// The same arguments (without the program's name), the command first.
    ///
    /// `-l` in front of the command is the command `list`, and `-V` and `-v` are `--version`. With no command among them
    /// the arguments stay as they are.
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
        guard let command = rest.first, command != "--" else { return arguments }
        return [command] + options + rest.dropFirst()
    }

    /// The arguments with flags written together taken apart: `-aFp vlc` is `-a -F -p vlc`.
    private static func separated(_ arguments: [String]) -> [String] {
        var result: [String] = []
        var isValue = false
        for (index, argument) in arguments.enumerated() {
            if argument == "--" { return result + arguments[index...] }
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
            result.append("-" + letters)
            isValue = withValue.contains("-" + letters)
        }
        return result
    }
}
