// SPDX-License-Identifier: Apache-2.0

import BatonFiles
import BatonInterruptions
import BatonSettings
import BatonState
import Glibc

/// Keeps the held players in `$XDG_RUNTIME_DIR/baton/interruptions`, so that an agent that restarts knows them (rule I8).
package struct InterruptionStore {
    private static let file = "interruptions"
    private let store: StateStore

    /// - Parameter runtimeDirectory: nil if there is none; then nothing is kept.
    package init(runtimeDirectory: String?) {
        store = StateStore(directory: runtimeDirectory.map { "\($0)/baton" })
    }

    /// What was saved, and a sentence for the log if it cannot be used; nil without a file.
    func load() -> (snapshot: InterruptionSnapshot?, problem: String?) {
        guard let path = store.path(of: Self.file) else { return (nil, nil) }
        do throws(SmallFileError) {
            guard let bytes = try SmallFile.read(path, most: StateStore.mostBytes) else { return (nil, nil) }
            do throws(InterruptionSnapshotError) {
                return (try InterruptionSnapshot(text: String(decoding: bytes, as: UTF8.self)), nil)
            } catch {
                return (nil, "\(path):\(error.line): not as Baton writes it; no player is resumed")
            }
        } catch {
            return (nil, "\(path) \(error.message); no player is resumed")
        }
    }

    /// Saves it. If that fails, there is no file: an old one would resume what was resumed already (rule I7).
    ///
    /// - Returns: a sentence for the log if it failed.
    func save(_ snapshot: InterruptionSnapshot) -> String? {
        guard let path = store.path(of: Self.file) else { return nil }
        guard !snapshot.entries.isEmpty else {
            unlink(path)
            return nil
        }
        do throws(SmallFileError) {
            try store.save(Array(snapshot.text.utf8), as: Self.file)
            return nil
        } catch {
            unlink(path)
            return error.message
        }
    }
}
