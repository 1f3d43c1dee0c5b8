// SPDX-License-Identifier: Apache-2.0

import BatonFiles

/// Finds the kinds of an app by its desktop file: `Categories=TerminalEmulator` and the like (Desktop Menu Specification,
/// registered categories).
///
/// It reads a few small files by name: at a shake, and when a player begins to play that may keep the screen on.
package struct DesktopCategories: Sendable {
    /// The directories of desktop files, the most important first.
    private let directories: [String]

    private static let mostDirectories = 32
    private static let mostBytes = 64 << 10

    /// - Parameter environment: batond's. Flatpak's directories count even if the environment of a service does not
    ///   name them.
    package init(environment: [String: String]) {
        func directories(_ name: String, _ other: [String]) -> [String] {
            let named = (environment[name] ?? "").split(separator: ":").map(String.init)
                .filter { $0.utf8.first == UInt8(ascii: "/") }
            return named.isEmpty ? other : named
        }
        let home = environment["HOME"].flatMap { $0.utf8.first == UInt8(ascii: "/") ? $0 : nil }
        let own = directories("XDG_DATA_HOME", home.map { ["\($0)/.local/share"] } ?? [])
        let common = directories("XDG_DATA_DIRS", ["/usr/local/share", "/usr/share"])
        let flatpak = own.map { "\($0)/flatpak/exports/share" } + ["/var/lib/flatpak/exports/share"]
        var result: [String] = []
        for directory in own + common + flatpak where !result.contains(directory) { result.append(directory) }
        self.directories = result.prefix(Self.mostDirectories).map { "\($0)/applications" }
    }

    /// The categories in all of these desktop files.
    ///
    /// - Parameter files: names without the ending and without a path.
    package func of(_ files: [String]) -> Set<String> {
        var result: Set<String> = []
        for name in files {
            for directory in directories {
                // The first file that exists hides those in later directories, whatever it contains.
                if let bytes = try? SmallFile.read("\(directory)/\(name).desktop", most: Self.mostBytes) {
                    result.formUnion(Self.categories(bytes))
                    break
                }
            }
        }
        return result
    }

    /// The categories in the main group of a desktop file.
    package static func categories(_ bytes: [UInt8]) -> [String] {
        var isMain = false
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            let line = String(decoding: line, as: UTF8.self)
            if line.hasPrefix("[") {
                // The main group comes first.
                guard !isMain, line.hasPrefix("[Desktop Entry]") else { return [] }
                isMain = true
            } else if isMain, let equals = line.firstIndex(of: "="),
                line[..<equals].filter({ $0 != " " }) == "Categories"
            {
                return line[line.index(after: equals)...].split { "; \r\t".contains($0) }.map(String.init)
            }
        }
        return []
    }
}
