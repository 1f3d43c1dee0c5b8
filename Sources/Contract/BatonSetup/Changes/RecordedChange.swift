// SPDX-License-Identifier: Apache-2.0

/// A change of a file or setting of the user that can be taken back.
///
/// It is recorded before it is made. Both directions can be cut short and done again: what is done already is left.
package protocol RecordedChange: Sendable {
    /// What a record keeps of it; the first field names the kind.
    var fields: [String] { get }
    /// The change as a diff, or as a line for what is no file; empty when it is made already.
    var difference: String { get throws(SetupError) }

    /// Whether it is there now. The user, or a program of the desktop, may have taken it out.
    var isPresent: Bool { get throws(SetupError) }

    /// Makes the change, unless it is made already.
    func make() throws(SetupError)

    /// Takes it back. What the user has changed since is kept.
    ///
    /// - Returns: A sentence on what is kept; nil if everything is as it was.
    func takeBack() throws(SetupError) -> String?
}

/// The kinds of ``RecordedChange`` by the first field of a record.
package enum RecordedChanges {
    /// The change of a record's line; nil for a line that no version of Baton writes.
    package static func read(_ fields: [String]) -> (any RecordedChange)? {
        switch fields.first {
        case "block" where fields.count == 4:
            AddedBlock(path: fields[1], text: fields[3], lineEnds: min(max(Int(fields[2]) ?? 0, 0), 2))
        case "inserted" where fields.count == 4: InsertedBlock(path: fields[1], section: fields[2], text: fields[3])
        case "file" where fields.count == 3: AddedFile(path: fields[1], text: fields[2])
        case "folder" where fields.count == 2: AddedFolder(path: fields[1])
        case "key" where fields.count == 6:
            ChangedKey(path: fields[1], section: fields[2], key: fields[3], value: fields[4], before: fields[5])
        case "option" where fields.count == 6:
            ChangedKey(
                style: .baton, path: fields[1], section: fields[2], key: fields[3], value: fields[4], before: fields[5])
        case "setting" where fields.count == 5:
            ChangedSetting(schema: fields[1], key: fields[2], value: fields[3], before: fields[4])
        default: nil
        }
    }
}
