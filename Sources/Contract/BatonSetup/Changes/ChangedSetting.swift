// SPDX-License-Identifier: Apache-2.0

import BatonTranslation

/// A key of a GSettings schema.
struct ChangedSetting: RecordedChange {
    let schema: String
    let key: String
    /// The new value as GVariant's text.
    let value: String
    /// The value that the user had set; empty for the default.
    let before: String

    var fields: [String] { ["setting", schema, key, value, before] }

    var difference: String {
        get throws(SetupError) {
            let present = try settings.userValue(key)
            return present == value
                ? "" : "\(schema) \(key)\n-\(present ?? "(the default)")\n+\(value)\n"
        }
    }

    var isPresent: Bool { get throws(SetupError) { try settings.userValue(key) == value } }

    func make() throws(SetupError) {
        let settings = try settings
        guard settings.isWritable(key), settings.set(key, to: value) else {
            throw SetupError(translated("\(schema) \(key) is locked by the administrator."))
        }
        settings.sync()
    }

    func takeBack() throws(SetupError) -> String? {
        let settings = try settings
        let present = settings.userValue(key)
        if present == value {
            settings.set(key, to: before.isEmpty ? nil : before)
            settings.sync()
        } else if present != (before.isEmpty ? nil : before) {
            return translated("\(schema) \(key): you have changed it; it is kept.")
        }
        return nil
    }

    private var settings: DesktopSettings {
        get throws(SetupError) {
            guard let library = GIOLibrary(), let settings = DesktopSettings(library, schema: schema, key: key) else {
                throw SetupError(translated("There are no settings \(schema) here."))
            }
            return settings
        }
    }
}
