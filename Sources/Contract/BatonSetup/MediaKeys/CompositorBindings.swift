// SPDX-License-Identifier: Apache-2.0

package import BatonShortcuts
import BatonTranslation
import BatonValues

/// The lines at the end of a compositor's configuration that bind the media keys to `batonctl send`.
package struct CompositorBindings {
    private static let begin = "Baton's media keys: begin (batonctl setup --revert takes this out)"
    private static let end = "Baton's media keys: end"

    package let compositor: Compositor
    private let environment: SetupEnvironment
    /// The file that the compositor has read, as it says; nil if it does not run or does not say.
    private let loaded: String?

    /// - Parameter version: The compositor's answer about its version, which names the file that it has read.
    package init(_ compositor: Compositor, _ environment: SetupEnvironment, version: String? = nil) {
        self.compositor = compositor
        self.environment = environment
        loaded = CompositorFile.file(compositor, version, environment)
    }

    /// The lines with the comments around them.
    ///
    /// - Parameter isLua: whether they are for Hyprland's configuration in Lua.
    /// - Parameter keys: the keys that are bound.
    package func block(isLua: Bool = false, of keys: [BoundKey] = BoundKey.all) -> String {
        let comment = isLua ? "--" : compositor.comment
        let lines = keys.flatMap { compositor.bindings($0, environment, isLua: isLua) }
        return (["\(comment) \(Self.begin)"] + lines + ["\(comment) \(Self.end)"]).map { $0 + "\n" }.joined()
    }

    /// The configuration file.
    ///
    /// - Throws: ``SetupError`` when the user has no such file.
    package var file: String {
        get throws(SetupError) {
            let files = loaded.map { [$0] } ?? compositor.files(environment)
            // COSMIC writes the file with the first shortcut of the user.
            if compositor == .cosmic, let file = files.first { return SetupEnvironment.target(file) }
            guard let file = files.first(where: UserFile.exists) else {
                throw SetupError(
                    translated(
                        """
                        There is no configuration file of \(compositor.name) \
                        (\(files.joined(separator: ", "))). Create one, or see 'batonctl setup --print'.
                        """
                    ))
            }
            return SetupEnvironment.target(file)
        }
    }

    /// What is changed: the lines, and before them the folders of a file that is not there yet.
    package var changes: [any RecordedChange] {
        get throws(SetupError) {
            guard let section = compositor.section else { return [try change] }
            let file = try file
            let keys = try freeKeys
            guard !keys.isEmpty else {
                let others = try keysBoundOtherwise.map(\.keysym)
                guard others.isEmpty else {
                    throw SetupError(
                        translated(
                            """
                            \(file) binds all media keys already, and a key can have one binding only. \
                            These do not reach Baton: \(others.joined(separator: ", ")).
                            """))
                }
                throw SetupError(
                    translated("\(file) binds all media keys already, and a key can have one binding only."))
            }
            guard UserFile.exists(file) else {
                return AddedFolder.missing(above: file) + [InsertedBlock.newFile(file, block(of: keys))]
            }
            return [try InsertedBlock.planned(file, section, try text, block(of: keys))]
        }
    }

    /// The keys that get a binding. niri refuses a file with two bindings of one key, and of two COSMIC takes one.
    ///
    /// Lines of an earlier set-up whose record is lost, by the comment, are not others: they are the same ones.
    package var freeKeys: [BoundKey] {
        get throws(SetupError) {
            guard compositor.section != nil else { return BoundKey.all }
            let isMade = try text.contains(bytesOf: Self.begin)
            let bound = try entries.filter { !isMade || !$0.sends }
            return BoundKey.all.filter { !bound.contains(where: $0.isBound) }
        }
    }

    /// The keys that the user's own bindings take from Baton, where a key can have one binding only.
    package var keysBoundOtherwise: [BoundKey] { get throws(SetupError) { try missingKeys(in: nil) } }

    /// The keys that do not reach Baton, where a key can have one binding only: the user's own bindings have them, or had them
    /// when the lines were made.
    ///
    /// - Parameter made: The lines that were made; nil if none were.
    package func missingKeys(in made: String?) throws(SetupError) -> [BoundKey] {
        guard compositor.section != nil else { return [] }
        let entries = try entries
        return BoundKey.all.filter { key in
            let bound = entries.filter(key.isBound)
            guard bound.isEmpty else { return !bound.allSatisfy(\.sends) }
            return made.map { !$0.contains(bytesOf: key.keysym) } ?? false
        }
    }

    /// Whether the user's own bindings send all keys to Baton already, where a key can have one binding only.
    package var isBoundByUser: Bool {
        get throws(SetupError) {
            guard compositor.section != nil, try freeKeys.isEmpty else { return false }
            return try others.isEmpty
        }
    }

    /// The change that adds the lines at the end of a file without sections.
    package var change: any RecordedChange {
        get throws(SetupError) {
            let file = try file
            let text = try UserFile(file).text
            let isLua = file.hasSuffix(".lua")
            return AddedBlock.atEnd(
                of: file, text, block(isLua: isLua), keepsLineFeeds: compositor == .hyprland && !isLua)
        }
    }

    /// The user's own lines that bind media keys to something else.
    package var others: [String] {
        get throws(SetupError) {
            guard compositor.section != nil else { return BindingLines(compositor, try text).others }
            let bytes = Array(try text.utf8)
            return try entries.filter { entry in
                !entry.sends && BoundKey.all.contains { $0.isBound(by: entry) }
            }.map { Self.line(String(decoding: bytes[$0.place], as: UTF8.self)) }
        }
    }

    /// Those of the user's lines that act at the same press as Baton's lines, where a key can have several bindings.
    package var rivals: [String] {
        get throws(SetupError) { compositor.section == nil ? BindingLines(compositor, try text).rivals : [] }
    }

    /// The bindings in a file in which a key can have one only.
    private var entries: [BindingEntry] { get throws(SetupError) { BindingEntry.all(in: try text, form) } }

    private var form: BindingForm { compositor.section.map { $0.isEmpty ? .map : .nodes } ?? .lines }

    /// What is in the file; empty without one where Baton makes it.
    ///
    /// - Throws: ``SetupError`` when it cannot be read, or is one that the desktop cannot read.
    private var text: String {
        get throws(SetupError) {
            let file = try file
            let text = compositor.section == nil || UserFile.exists(file) ? try UserFile(file).text : ""
            if let fault = NodeFault.first(in: text, form) { throw fault.error(in: file) }
            return text
        }
    }

    /// A binding as one line.
    private static func line(_ entry: String) -> String {
        InsertedBlock.code(of: entry).map { AddedLines.trimmed(String($0)) }.joined(separator: " ")
    }
}
