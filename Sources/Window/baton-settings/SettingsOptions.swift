// SPDX-License-Identifier: Apache-2.0

import BatonForms
import BatonTranslation
import BatonValues

/// The words behind the program's name.
struct SettingsOptions {
    /// A word that cannot be used.
    struct Mistake: Error {
        var text: String
    }

    /// What the program does.
    enum Purpose {
        case show, help, version
    }

    private(set) var purpose = Purpose.show
    /// The page that is shown; nil for the first, or for the one that is shown already.
    private(set) var page: PageName?
    /// The words themselves.
    let words: [String]

    static var help: String {
        """
        Usage: baton-settings [--page NAME]

        Shows what Baton does and how it is set up, in a window.

          --page NAME   Show this page: \(PageName.allCases.map(\.rawValue).joined(separator: ", ")).
          --version     Print the version.
          --help        Print this text.

        The same in a terminal: batonctl
        """
    }

    init(_ words: [String]) throws(Mistake) {
        self.words = words
        var rest = words[...]
        while let word = rest.popFirst() {
            switch word {
            case "--help", "-h": purpose = .help
            case "--version": purpose = .version
            case "--page":
                guard let name = rest.popFirst() else { throw Mistake(text: translated("--page wants a name")) }
                page = try Self.page(name)
            case _ where word.hasPrefix("--page="): page = try Self.page(String(word.dropFirst("--page=".count)))
            default: throw Mistake(text: translated("'\(word.shown())' is not known; see --help"))
            }
        }
    }

    private static func page(_ name: String) throws(Mistake) -> PageName {
        if let page = PageName(rawValue: name) { return page }
        let names = PageName.allCases.map(\.rawValue).joined(separator: ", ")
        throw Mistake(text: translated("there is no page '\(name.shown())'; the pages are \(names)"))
    }
}
