// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A manual page that `batonctl help TOPIC` opens. No topic has the name of a command: the parser has its help.
enum ManualTopic: String, CaseIterable {
    case agent, batonctl, configuration, desktop, playback, player, service, shakes, touch

    /// The topic of a command line; nil for any other.
    ///
    /// - Parameter arguments: All arguments, the program's name first.
    init?(_ arguments: [String]) {
        guard arguments.count == 3, arguments[1] == "help" else { return nil }
        self.init(rawValue: arguments[2])
    }

    /// The names of all topics for people.
    static var names: String {
        let names = allCases.map(\.rawValue)
        return names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
    }

    /// The section and the name of its page.
    var page: (section: String, name: String) {
        switch self {
        case .batonctl: ("1", "batonctl")
        case .configuration: ("5", "baton.conf")
        case .service: ("8", "batond")
        case .agent, .desktop, .playback, .player, .shakes, .touch: ("1", "batonctl-\(rawValue)")
        }
    }

    /// Becomes man(1). Returns only if that is not possible.
    func show() -> ExitStatus {
        let words = ["man", page.section, page.name]
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        execvp("man", &arguments)
        for argument in arguments { free(argument) }
        Console.complain("The program 'man' is not installed, which shows \(page.name)(\(page.section)).")
        return .failure
    }
}
