// SPDX-License-Identifier: Apache-2.0

package import BatonShortcuts
import SystemPackage

/// Makes recorded changes, and takes back what a record names.
package struct ChangeRecord {
    /// What became of the changes.
    package enum State: Sendable {
        /// None was made, or all were taken back.
        case none
        /// All of them are there.
        case present
        /// A run was cut short: some are missing.
        case unfinished
        /// All were made, and the user or another program has taken some out since.
        case takenOut
    }

    private let kind: SavedRecordKind
    private let directory: String

    /// - Parameters:
    ///   - kind: What the record is of.
    ///   - directory: `$XDG_STATE_HOME/baton`.
    package init(_ kind: SavedRecordKind, in directory: String) {
        self.kind = kind
        self.directory = directory
    }

    /// The last line of a record whose changes were all made.
    private static let end = ["made"]

    /// Whether changes were made, or begun, that are not taken back.
    package var exists: Bool { get throws(SetupError) { try load() != nil } }

    /// What the desktop has of the changes now, which the record alone does not tell (rule SETUP10).
    package var state: State {
        get throws(SetupError) {
            guard let record = try load() else { return .none }
            for change in recorded(record) where try !change.isPresent {
                return record.lines.last == Self.end ? .takenOut : .unfinished
            }
            return .present
        }
    }

    /// The lines that were added to a file.
    package var lines: AddedLines? {
        get throws(SetupError) { try load().flatMap(AddedLines.init) }
    }

    /// Whether a compositor that has read a file has the lines; true if the record is of something else (rule SETUP10).
    package func isRead(by compositor: Compositor?, from file: String, _ environment: SetupEnvironment)
        throws(SetupError)
        -> Bool
    {
        guard let compositor, let lines = try load().flatMap(AddedLines.init), lines.path != file,
            let text = try? UserFile(file).text
        else { return true }
        return lines.areRead(by: compositor, from: (file, text), own: try? UserFile(lines.path).text) {
            environment[$0]
        }
    }

    private func recorded(_ record: SavedRecord) -> [any RecordedChange] {
        record.lines.compactMap(RecordedChanges.read)
    }

    /// Writes the record to the disk, and then makes the changes.
    ///
    /// A record that exists is of an earlier run. If that was cut short, its changes are finished; what was made once is not
    /// made again, because the user may have taken it out (rule SETUP5). Others are not begun, and not even planned: what is there
    /// already can be in their way.
    ///
    /// - Throws: ``SetupError`` when one cannot be made. Those before it are then taken back, unless the record is an
    ///   older one.
    package func make(_ planned: @autoclosure () throws(SetupError) -> [any RecordedChange]) throws(SetupError) {
        if let record = try load() {
            guard record.lines.last != Self.end else { return }
            for change in recorded(record) { try change.make() }
            return finish(record)
        }
        let changes = try planned()
        let record = record(of: changes)
        do throws(Errno) { try record.save(in: directory) } catch { throw failure(error) }
        do throws(SetupError) {
            for change in changes { try change.make() }
        } catch {
            // A record without its changes would say that the desktop is set up. If this fails too, it is for --revert.
            _ = try? takeBack()
            throw error
        }
        finish(record)
    }

    /// Notes that everything was made. Without the note the next run makes again what is missing.
    private func finish(_ record: SavedRecord) {
        try? finished(record).save(in: directory)
    }

    private func finished(_ record: SavedRecord) -> SavedRecord {
        SavedRecord(kind: record.kind, lines: record.lines + [Self.end])
    }

    /// Everything that ``make(_:)`` would write, the record's file included, as a diff; empty if nothing is left to be done.
    package func difference(of changes: [any RecordedChange], withRecord: Bool = true) throws(SetupError) -> String {
        var texts: [String] = []
        for change in changes { texts.append(try change.difference) }
        let path = SavedRecord.path(kind, in: directory)
        if withRecord, try load() == nil {
            texts.insert(UnifiedDifference.text(path, nil, finished(record(of: changes)).text), at: 0)
        }
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
        for change in recorded(record).reversed() {
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
