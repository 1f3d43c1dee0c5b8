// SPDX-License-Identifier: Apache-2.0

import BatonSetup
import BatonShortcuts
import BatonTranslation
import SystemPackage

extension SetupEnvironment {
    /// The directory for saved records.
    func requireStateDirectory() throws(CommandError) -> String {
        guard let stateDirectory else {
            throw CommandError(translated("Your current settings cannot be saved: HOME is not set."))
        }
        return stateDirectory
    }

    /// The message for a failure with a saved record.
    static func failure(_ error: Errno, _ directory: String, _ kind: SavedRecordKind) -> CommandError {
        CommandError(SetupError.record(error, SavedRecord.path(kind, in: directory)).description)
    }
}

extension CommandError {
    /// Runs a part of the set-up whose failures end the command.
    static func setting<T>(_ body: () throws(SetupError) -> T) throws(CommandError) -> T {
        do throws(SetupError) { return try body() } catch { throw CommandError(error.description) }
    }
}
