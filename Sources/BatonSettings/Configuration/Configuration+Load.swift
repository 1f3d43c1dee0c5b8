// SPDX-License-Identifier: Apache-2.0

import BatonReactor

extension Configuration {
    /// Reads the configuration: the file, then `overrides` on top of it.
    ///
    /// All or nothing: with any error nothing is used, so a reload keeps what it had.
    ///
    /// - Parameters:
    ///   - file: a file that must exist (`--config`); nil looks for one at ``Paths/configurationFiles`` and is content
    ///     without.
    ///   - overrides: what `--set` was given: `section.key=value`, in order.
    /// - Returns: the configuration with its warnings, and the file it came from.
    /// - Throws: ``ConfigurationError`` with everything that is wrong, each with its line.
    package static func load(
        file: String? = nil, paths: Paths, overrides: [String] = []
    ) throws(ConfigurationError) -> LoadedConfiguration {
        for path in file.map({ [$0] }) ?? paths.configurationFiles {
            let bytes: [UInt8]?
            do throws(SmallFileError) {
                bytes = try SmallFile.read(path, most: 1 << 20)
            } catch {
                throw ConfigurationError(diagnostics: [.error(ConfigurationPlace(path), error.message)])
            }
            if let bytes { return try read(bytes, source: path, overrides: overrides) }
            if file != nil {
                let message = "no such file; leave --config away to do without one"
                throw ConfigurationError(diagnostics: [.error(ConfigurationPlace(path), message)])
            }
        }
        return try read(nil, source: "", overrides: overrides)
    }

    /// Everything there is to say about a text and overrides, warnings and errors alike.
    package static func problems(in bytes: [UInt8], source: String, overrides: [String] = [])
        -> [ConfigurationDiagnostic]
    {
        do throws(ConfigurationError) {
            return try read(bytes, source: source, overrides: overrides).warnings
        } catch {
            return error.diagnostics
        }
    }

    /// The configuration in a text, with `overrides` on top; no file is touched.
    package static func read(
        _ bytes: [UInt8]?, source: String, overrides: [String] = []
    ) throws(ConfigurationError) -> LoadedConfiguration {
        var configuration = Configuration()
        var diagnostics: [ConfigurationDiagnostic] = []
        if let bytes {
            let text = ConfigurationFileReader.read(bytes, source: source)
            diagnostics = text.diagnostics + schema.apply(text.assignments, to: &configuration)
            // By line, as one reads the file; sort is stable.
            diagnostics.sort { ($0.place.line ?? 0) < ($1.place.line ?? 0) }
        }
        let (layer, refused) = ConfigurationOverride.assignments(overrides)
        diagnostics += refused
        // The table costs some tens of microseconds, and mostly there is no --set.
        if !layer.isEmpty { diagnostics += schema.apply(layer, to: &configuration, isStrict: true) }
        guard !diagnostics.contains(where: { $0.severity == .error }) else {
            throw ConfigurationError(diagnostics: diagnostics)
        }
        return LoadedConfiguration(
            configuration: configuration, warnings: diagnostics, file: bytes == nil ? nil : source)
    }
}

/// A configuration that can be used, and where it came from.
package struct LoadedConfiguration: Sendable, Equatable {
    /// The settings.
    package let configuration: Configuration
    /// What was passed over, for the log.
    package let warnings: [ConfigurationDiagnostic]
    /// The file's path; nil when there is none and the defaults count.
    package let file: String?
}
