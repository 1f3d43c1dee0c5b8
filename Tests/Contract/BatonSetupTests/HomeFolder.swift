// SPDX-License-Identifier: Apache-2.0

import BatonSetup
import Foundation

/// A home folder with the files of a desktop.
final class HomeFolder {
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.appending(path: "baton-home-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    var state: String { "\(path)/.local/state/baton" }

    func environment(_ variables: [String: String]) -> SetupEnvironment {
        SetupEnvironment(
            variables: variables.merging(["HOME": path]) { one, _ in one }, program: "/usr/bin/batonctl")
    }

    @discardableResult
    func write(_ name: String, _ text: String) throws -> String {
        let file = "\(path)/\(name)"
        let folder = URL(filePath: file).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try text.write(toFile: file, atomically: false, encoding: .utf8)
        return file
    }

    /// The text of a file. Foundation would take a byte order mark away.
    func read(_ name: String) -> String? {
        FileManager.default.contents(atPath: "\(path)/\(name)").map { String(decoding: $0, as: UTF8.self) }
    }

    /// Each file with its text, without the records of Baton.
    var files: [String: String] {
        let names = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
        return Dictionary(
            uniqueKeysWithValues: names.filter { $0 != ".local" && !$0.hasPrefix(".local/state") }.map {
                ($0, read($0) ?? "(a folder)")
            })
    }
}
