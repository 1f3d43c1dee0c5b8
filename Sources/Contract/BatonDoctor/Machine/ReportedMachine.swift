// SPDX-License-Identifier: Apache-2.0

import BatonFiles
import BatonValues
import Glibc

/// What the report of a bug says of the machine, and what it must not say.
package struct ReportedMachine {
    /// The facts in their order; a text may still have to be left out.
    package var facts: [(name: String, text: String)]
    /// The user's names, the home folder and the host's name.
    package var privateWords: [String]

    package init(facts: [(name: String, text: String)], privateWords: [String]) {
        self.facts = facts
        self.privateWords = privateWords
    }

    /// Words that are shorter are parts of too many others.
    private static let shortest = 3

    /// Whether a text has one of the private words in it, in any case.
    package func isPrivate(_ text: String) -> Bool {
        let folded = text.lowercased()
        return privateWords.contains { word in
            word.utf8.count >= Self.shortest && folded.firstPlace(of: word.lowercased()) != nil
        }
    }
}

extension ReportedMachine {
    /// This machine and its user.
    package static var current: ReportedMachine {
        var name = utsname()
        uname(&name)
        let kernel = [text(&name.sysname), text(&name.release), text(&name.machine)].joined(separator: " ")
        let facts = [
            ("System", distribution), ("Kernel", kernel), ("Desktop", variable("XDG_CURRENT_DESKTOP") ?? "none"),
            ("Session", variable("XDG_SESSION_TYPE") ?? "unknown"), ("Installed", Installation.current.origin),
            ("Language", variable("LC_ALL") ?? variable("LC_MESSAGES") ?? variable("LANG") ?? "C"),
        ]
        return ReportedMachine(facts: facts, privateWords: privateWords(host: text(&name.nodename)))
    }

    private static func privateWords(host: String) -> [String] {
        var words = [host] + ["USER", "LOGNAME", "HOME"].compactMap(variable)
        if let entry = getpwuid(getuid()) {
            words.append(String(cString: entry.pointee.pw_name))
            words.append(String(cString: entry.pointee.pw_dir))
            // The full name and its parts; after the first comma come the office and its telephone.
            let full = String(cString: entry.pointee.pw_gecos)
            words += full.split { $0 == "," || $0 == " " }.map(String.init)
        }
        // The administrator's name is that of a folder and of many programs' words, and of nobody.
        return words.filter { !$0.isEmpty && $0 != "root" && $0 != "/" && $0 != "localhost" }
    }

    private static var distribution: String {
        guard let bytes = (try? SmallFile.read("/etc/os-release", most: 64 << 10)) ?? nil else { return "unknown" }
        let key = "PRETTY_NAME="
        let line = String(decoding: bytes, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix(key) }
        return line.map { String($0.dropFirst(key.count).filter { $0 != "\"" }) } ?? "unknown"
    }

    private static func variable(_ name: String) -> String? {
        guard let value = getenv(name), value.pointee != 0 else { return nil }
        return String(cString: value)
    }

    /// A field of `utsname`, which ends in a zero.
    private static func text<Field>(_ field: inout Field) -> String {
        withUnsafeBytes(of: &field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}
