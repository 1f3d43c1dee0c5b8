// SPDX-License-Identifier: Apache-2.0

/// Brings a command line in playerctl's free order (`-p vlc -F status`) into the order of a command with options behind it.
enum ArgumentOrder {
    private static let withValue: Set<String> = ["-p", "--player", "-i", "--ignore-player", "-f", "--format"]
    /// Options of the parser itself, which take words that are no commands.
    private static let ownOptions = ["--generate-completion-script", "--experimental-", "---completion"]
    private static let lists: Set<String> = ["-l", "--list-all"]
    private static let versions: Set<String> = ["-v", "-V", "--version"]

    /// The same arguments (without the program's name), the command first.
    ///
    /// `-l` is the command `list` and `-V`, `-v` are `--version` wherever they stand among the options. With no command
    /// among them the arguments stay as they are.
    static func commandFirst(_ arguments: [String]) -> [String] {
        if let first = arguments.first, ownOptions.contains(where: first.hasPrefix) { return arguments }
        var options: [String] = []
        var isList = false
        var index = 0
        while index < arguments.count {
            let argument = arguments[index]
            if versions.contains(argument) { return ["--version"] }
            if !argument.hasPrefix("-") || argument == "-" || argument == "--" { break }
            if lists.contains(argument) { isList = true } else { options.append(argument) }
            index += 1
            if withValue.contains(argument), index < arguments.count {
                options.append(arguments[index])
                index += 1
            }
        }
        let rest = arguments[index...]
        if isList { return ["list"] + options + rest }
        guard let command = rest.first, command != "--" else { return arguments }
        return [command] + options + rest.dropFirst()
    }
}
