// SPDX-License-Identifier: Apache-2.0

package import BatonShortcuts
import BatonTranslation

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
    package func block(isLua: Bool = false) -> String {
        let comment = isLua ? "--" : "#"
        let lines = BoundKey.all.flatMap { compositor.bindings($0, environment, isLua: isLua) }
        return (["\(comment) \(Self.begin)"] + lines + ["\(comment) \(Self.end)"]).map { $0 + "\n" }.joined()
    }

    /// The configuration file.
    ///
    /// - Throws: ``SetupError`` when the user has no such file.
    package var file: String {
        get throws(SetupError) {
            let files = loaded.map { [$0] } ?? compositor.files(environment)
            guard let file = files.first(where: UserFile.exists) else {
                throw SetupError(
                    translated(
                        """
                        There is no configuration file of \(compositor.name) \
                        (\(files.joined(separator: ", "))). Create one, or see 'batonctl setup --print'.
                        """
                    ))
            }
            return SetupEnvironment.realPath(file) ?? file
        }
    }

    /// The change that adds the lines.
    package var change: any RecordedChange {
        get throws(SetupError) {
            let file = try file
            let text = try UserFile(file).text
            let isLua = file.hasSuffix(".lua")
            return AddedBlock.atEnd(
                of: file, text, block(isLua: isLua), keepsLineFeeds: compositor == .hyprland && !isLua)
        }
    }

    /// The user's own lines that bind media keys.
    package var others: [String] {
        get throws(SetupError) { BindingLines(compositor, try UserFile(file).text).others }
    }
}
