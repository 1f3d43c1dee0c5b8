// SPDX-License-Identifier: Apache-2.0

import BatonShortcuts

/// A change of keys in the user's `baton.conf` that is recorded and can be taken back.
///
/// For example:
/// ```swift
/// let change = try ConfigurationChange("motion", [("acceleration-sign", "kernel")], usedFile: nil, environment)
/// print(try change.difference)
/// ```
package struct ConfigurationChange {
    /// What is changed.
    package enum Kind: Sendable {
        /// The axes of the accelerometer.
        case axes
        /// What counts as a call.
        case call
        /// What keeps the screen on.
        case awake
        /// The broker, and what is told there.
        case machines

        /// The kind of its record.
        var record: SavedRecordKind {
            switch self {
            case .axes: .axes
            case .call: .call
            case .awake: .awake
            case .machines: .machines
            }
        }
    }

    private let kind: Kind
    /// The file that is changed.
    package let path: String
    private let keys: [ChangedKey]
    private let folders: [AddedFolder]

    /// Reads the state before the change, and plans it.
    ///
    /// - Parameters:
    ///   - settings: The keys with their values, one line each.
    ///   - usedFile: The file that batond has read; nil if it has read no file.
    /// - Throws: ``SetupError`` when that file is not the user's, or cannot be read.
    package init(
        _ section: String, _ settings: [(key: String, value: String)], usedFile: String?,
        _ environment: SetupEnvironment, as kind: Kind = .axes
    ) throws(SetupError) {
        self.kind = kind
        guard let home = environment.configHome else {
            throw SetupError("There is no place for the configuration: HOME is not set.")
        }
        let own = "\(home)/baton/baton.conf"
        if let usedFile, usedFile != own {
            let lines = settings.map { "\($0.key) = \($0.value)" }.joined(separator: ", ")
            throw SetupError(
                "batond reads \(usedFile), which is not your own \(own): nothing was changed. "
                    + "Set below [\(section)] in it: \(lines)")
        }
        path = SetupEnvironment.target(own)
        folders = usedFile == nil ? AddedFolder.missing(above: path) : []
        var keys: [ChangedKey] = []
        // Each is put below the header of the section, so the last one comes first.
        for setting in settings.reversed() {
            keys.append(try ChangedKey.planned(path, section, setting.key, setting.value, style: .baton))
        }
        self.keys = keys
    }

    /// The text of the file after the change.
    package var text: String {
        get throws(SetupError) {
            let before = UserFile.exists(path) ? try UserFile(path).text : ""
            return keys.reduce(before) { $1.after($0) }
        }
    }

    /// The change as patch(1) reads it; empty when it is made already.
    package var difference: String {
        get throws(SetupError) {
            let before = UserFile.exists(path) ? try UserFile(path).text : nil
            let after = keys.reduce(before ?? "") { $1.after($0) }
            return after == before ? "" : UnifiedDifference.text(path, before, after)
        }
    }

    /// The change and its record, as patch(1) reads them.
    package func difference(in directory: String, withRecord: Bool = true) throws(SetupError) -> String {
        try ChangeRecord(kind.record, in: directory).difference(of: folders + keys, withRecord: withRecord)
    }

    /// Whether the file has lines of the user's for these keys.
    package var hadLines: Bool { keys.contains(where: \.hadLine) }

    /// Whether a change is recorded, and was not taken back.
    package static func isMade(_ kind: Kind, in directory: String) throws(SetupError) -> Bool {
        try ChangeRecord(kind.record, in: directory).exists
    }

    /// Records the change and makes it. One that was recorded earlier must have been taken back.
    package func make(in directory: String) throws(SetupError) {
        try ChangeRecord(kind.record, in: directory).make(folders + keys)
    }

    /// Takes a recorded change back.
    ///
    /// - Returns: A sentence for each thing that is kept because the user has changed it; nil if nothing was recorded.
    package static func takeBack(_ kind: Kind = .axes, in directory: String) throws(SetupError) -> [String]? {
        try ChangeRecord(kind.record, in: directory).takeBack()
    }
}
