// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import BatonSettings

@Suite("Paths: the XDG base directories")
struct PathsTests {
    @Test("with only a home the specification's defaults count")
    func defaults() {
        let paths = Paths(environment: ["HOME": "/home/ada"])
        #expect(paths.configurationFiles == ["/home/ada/.config/baton/baton.conf", "/etc/xdg/baton/baton.conf"])
        #expect(paths.stateDirectory == "/home/ada/.local/state/baton")
        #expect(paths.runtimeDirectory == nil)
        #expect(paths.sessionBusAddress == nil)
    }

    @Test("with nothing at all there is no place for the user's files, and no trap")
    func nothing() {
        let paths = Paths(environment: [:])
        #expect(paths.configurationFiles == ["/etc/xdg/baton/baton.conf"])
        #expect(paths.stateDirectory == nil)
    }

    @Test("set variables go before the home, and trailing slashes do not matter")
    func variables() {
        let paths = Paths(environment: [
            "HOME": "/home/ada", "XDG_CONFIG_HOME": "/c//", "XDG_STATE_HOME": "/", "XDG_CONFIG_DIRS": "/a/:/b",
            "XDG_RUNTIME_DIR": "/run/user/7",
        ])
        #expect(paths.configurationFiles == ["/c/baton/baton.conf", "/a/baton/baton.conf", "/b/baton/baton.conf"])
        #expect(paths.stateDirectory == "/baton")
        #expect(paths.sessionBusAddress == "unix:path=/run/user/7/bus")
    }

    @Test("relative and empty values are ignored", arguments: ["", "relative", "./x", "~/x"])
    func relative(_ value: String) {
        let paths = Paths(environment: [
            "HOME": "/h", "XDG_CONFIG_HOME": value, "XDG_STATE_HOME": value, "XDG_RUNTIME_DIR": value,
            "XDG_CONFIG_DIRS": "\(value):",
        ])
        #expect(paths == Paths(environment: ["HOME": "/h"]))
    }

    @Test("a relative entry is left out of a list, and the rest is kept")
    func relativeInList() {
        #expect(Paths(environment: ["XDG_CONFIG_DIRS": "x:/a::y"]).configDirectories == ["/a"])
    }

    @Test("the bus's own variable goes before the runtime directory; odd bytes of a path are escaped")
    func bus() {
        let runtime = ["XDG_RUNTIME_DIR": "/run/a b,ü"]
        #expect(Paths(environment: runtime).sessionBusAddress == "unix:path=/run/a%20b%2c%c3%bc/bus")
        let both = runtime.merging(["DBUS_SESSION_BUS_ADDRESS": "unix:abstract=x"]) { $1 }
        #expect(Paths(environment: both).sessionBusAddress == "unix:abstract=x")
        let empty = runtime.merging(["DBUS_SESSION_BUS_ADDRESS": ""]) { $1 }
        #expect(Paths(environment: empty).sessionBusAddress == Paths(environment: runtime).sessionBusAddress)
    }

    @Test("the process's environment has the variables of the process")
    func process() {
        #expect(Paths.processEnvironment()["PATH"]?.isEmpty == false)
    }
}
