// SPDX-License-Identifier: Apache-2.0

import BatonTestSupport
import BatonValues
import Glibc
import Testing

@testable import BatonSettings

@Suite("Configuration: finding the file")
struct ConfigurationFileTests {
    private let folder = TemporaryFolder()

    private var paths: Paths {
        Paths(environment: [
            "XDG_CONFIG_HOME": "\(folder.path)/home", "XDG_CONFIG_DIRS": "\(folder.path)/one:\(folder.path)/two",
        ])
    }

    @Test("no file anywhere is the default configuration")
    func none() throws {
        let loaded = try Configuration.load(paths: paths, keys: .kernel)
        #expect(loaded == LoadedConfiguration(configuration: Configuration(), warnings: [], file: nil))
    }

    @Test("the user's file goes before the system's, and only one is read")
    func precedence() throws {
        folder.write("[log]\nlevel = debug\n", to: "two/baton/baton.conf")
        #expect(try Configuration.load(paths: paths, keys: .kernel).configuration.log.level == .debug)
        let own = folder.write("[mpris]\nname = none\n", to: "home/baton/baton.conf")
        let loaded = try Configuration.load(paths: paths, keys: .kernel)
        #expect(loaded.file == own)
        #expect(loaded.configuration.mpris.name == .none)
        #expect(loaded.configuration.log.level == .info)
    }

    @Test("--config names the only file, and it must exist")
    func named() throws {
        let file = folder.write("[log]\nlevel = trace\n", to: "other.conf")
        #expect(try Configuration.load(file: file, paths: paths, keys: .kernel).configuration.log.level == .trace)
        let missing = #expect(throws: ConfigurationError.self) {
            try Configuration.load(file: "\(folder.path)/missing", paths: paths, keys: .kernel)
        }
        #expect(missing?.description.hasPrefix("\(folder.path)/missing: error: no such file") == true)
    }

    @Test("/dev/null is an empty file")
    func null() throws {
        #expect(try Configuration.load(file: "/dev/null", paths: paths, keys: .kernel).configuration == Configuration())
    }

    @Test("a directory, a pipe, an endless device and a huge file are errors, at once")
    func refusals() {
        mkfifo("\(folder.path)/pipe", 0o600)
        folder.write(String(repeating: "#\n", count: 600_000), to: "huge")
        for file in [folder.path, "\(folder.path)/pipe", "/dev/zero", "\(folder.path)/huge"] {
            let error = #expect(throws: ConfigurationError.self) {
                try Configuration.load(file: file, paths: paths, keys: .kernel)
            }
            #expect(error?.diagnostics.count == 1)
            #expect(error?.description.hasPrefix("\(file): error: ") == true)
        }
    }

    @Test("an unusable user's file is an error, not a reason to take the system's")
    func noFallThrough() {
        folder.write("", to: "two/baton/baton.conf")
        folder.write("", to: "home/baton/baton.conf/x")
        #expect(throws: ConfigurationError.self) { try Configuration.load(paths: paths, keys: .kernel) }
    }
}
