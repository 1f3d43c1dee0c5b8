// SPDX-License-Identifier: Apache-2.0
import BatonShortcuts
import SystemPackage

/// Makes recorded changes, and takes back what a record names.
package struct ChangeRecord {
    private let kind: String
    private let directory: String

    /// - Parameters:
    ///   - kind: The name of the record.
    ///   - directory: `$XDG_STATE_HOME/baton`.
    package init(_ kind: String, in directory: String) {
        self.kind = kind
        self.directory = directory
    }

    /// Whether changes were made, or begun, that are not taken back.
    package var exists: Bool { get throws(SetupError) { try load() != nil } }

    /// Writes the record to the disk, and then makes the changes.
    ///
    /// A record that exists is from before a crash or of an earlier run: its changes are finished, and others are not
    /// begun.
    ///
    /// - Throws: ``SetupError`` when one cannot be made. Those before it are then taken back, unless the record is an
    ///   older one.
    package func make(_ changes: [any RecordedChange]) throws(SetupError) {
        if let record = try load() {
            for change in record.lines.compactMap(RecordedChanges.read) { try change.make() }
            return
        }
        do throws(Errno) { try record(of: changes).save(in: directory) } catch { throw failure(error) }
        do throws(SetupError) {
            for change in changes { try change.make() }
        } catch {
            // A record without its changes would say that the desktop is set up. If this fails too, it is for --revert.
            _ = try? takeBack()
            throw error
        }
    }

    /// Everything that ``make(_:)`` would write, the record's file included, as a diff; empty if nothing is left to be done.
    package func difference(of changes: [any RecordedChange]) throws(SetupError) -> String {
        var texts: [String] = []
        for change in changes { texts.append(try change.difference) }
        let path = SavedRecord.path(kind, in: directory)
        if try load() == nil { texts.insert(UnifiedDifference.text(path, nil, record(of: changes).text), at: 0) }
        return texts.joined()
    }

    private func record(of changes: [any RecordedChange]) -> SavedRecord {
        SavedRecord(kind: kind, lines: changes.map(\.fields))
    }

    /// Takes the changes back, the last one first, and then removes the record.
    ///
    /// - Returns: A sentence for each thing that is kept because the user has changed it; nil if nothing was recorded.
    package func takeBack() throws(SetupError) -> [String]? {
        guard let record = try load() else {
            // A process that was killed before the record was whole has changed nothing else.
            try? SavedRecord.remove(kind, in: directory)
            return nil
        }
        var kept: [String] = []
        for change in record.lines.compactMap(RecordedChanges.read).reversed() {
            if let sentence = try change.takeBack() { kept.append(sentence) }
        }
        do throws(Errno) { try SavedRecord.remove(kind, in: directory) } catch { throw failure(error) }
        return kept
    }

    private func load() throws(SetupError) -> SavedRecord? {
        do throws(Errno) { return try SavedRecord.load(kind, in: directory) } catch { throw failure(error) }
    }

    private func failure(_ error: Errno) -> SetupError { .record(error, SavedRecord.path(kind, in: directory)) }
}
