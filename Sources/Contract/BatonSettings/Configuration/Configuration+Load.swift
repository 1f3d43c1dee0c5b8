// SPDX-License-Identifier: Apache-2.0

import BatonFiles

extension Configuration {
    /// Reads the file, then applies `overrides` on top of it.
    ///
    /// If anything has an error, nothing of the new configuration is used: a failed reload keeps the old one.
    ///
    /// - Parameters:
    ///   - file: a file that must exist (`--config`). With nil, the first existing file of ``Paths/configurationFiles``
    ///     is read, and it is no error if none exists.
    ///   - overrides: the values of `--set`, `section.key=value`, in order.
    ///   - keys: how names of keys are looked up.
    /// - Returns: the configuration with its warnings, and the path of its file.
    /// - Throws: ``ConfigurationError`` with every diagnostic and its line.
    package static func load(
        file: String? = nil, paths: Paths, overrides: [String] = [], keys: KeyNames
    ) throws(ConfigurationError) -> LoadedConfiguration {
        for path in file.map({ [$0] }) ?? paths.configurationFiles {
            let bytes: [UInt8]?
            do throws(SmallFileError) {
                bytes = try SmallFile.read(path, most: 1 << 20)
            } catch {
                throw ConfigurationError(diagnostics: [.error(ConfigurationPlace(path), error.message)])
            }
            if let bytes { return try read(bytes, source: path, overrides: overrides, keys: keys) }
            if file != nil {
                let message = "no such file; leave --config away to do without one"
                throw ConfigurationError(diagnostics: [.error(ConfigurationPlace(path), message)])
            }
        }
        return try read(nil, source: "", overrides: overrides, keys: keys)
    }

    /// All diagnostics of a text and overrides, both warnings and errors.
    package static func problems(
        in bytes: [UInt8], source: String, overrides: [String] = [], keys: KeyNames = .unchecked
    ) -> [ConfigurationDiagnostic] {
        do throws(ConfigurationError) {
            return try read(bytes, source: source, overrides: overrides, keys: keys).warnings
        } catch {
            return error.diagnostics
        }
    }

    /// Parses a text and applies `overrides` on top. Reads no file.
    package static func read(
        _ bytes: [UInt8]?, source: String, overrides: [String] = [], keys: KeyNames = .unchecked
    ) throws(ConfigurationError) -> LoadedConfiguration {
        var configuration = Configuration()
        var diagnostics: [ConfigurationDiagnostic] = []
        var headers: [ConfigurationHeader] = []
        if let bytes {
            let text = ConfigurationFileReader.reading(bytes, source: source)
            headers = text.headers
            diagnostics =
                text.diagnostics
                + schema(keys).apply(
                    text.assignments, to: &configuration, empty: text.headersWithoutKeys, in: source)
        }
        let (layer, refused) = ConfigurationOverride.assignments(overrides)
        var later = refused
        // Building the table takes some tens of microseconds, and --set is rare.
        if !layer.isEmpty { later += schema(keys).apply(layer, to: &configuration, isStrict: true) }
        // A wrong value of the hook has been told already.
        if !(diagnostics + later).contains(where: { $0.severity == .error }) {
            diagnostics += configuration.hooksThatNeverRun(headers, in: source)
        }
        // In the order of the file's lines. sort is stable.
        diagnostics.sort { ($0.place.line ?? 0) < ($1.place.line ?? 0) }
        diagnostics += later
        guard !diagnostics.contains(where: { $0.severity == .error }) else {
            throw ConfigurationError(diagnostics: diagnostics)
        }
        return LoadedConfiguration(
            configuration: configuration, warnings: diagnostics, file: bytes == nil ? nil : source)
    }
}

/// A valid configuration and its source.
package struct LoadedConfiguration: Sendable, Equatable {
    /// The settings.
    package let configuration: Configuration
    /// What was ignored, for the log.
    package let warnings: [ConfigurationDiagnostic]
    /// The file's path; nil if there is no file and the defaults apply.
    package let file: String?
}
