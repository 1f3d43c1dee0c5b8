// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import BatonSession
@testable import BatonUndo

/// The names and the process of an app in front.
@Suite struct FocusedAppTests {
    @Test("names are clean, not empty and unique, and keep their order")
    func names() {
        let app = FocusedApp(process: 1, names: ["XTerm", nil, "", "\u{7}\n", "x\nterm", "xterm", "XTerm"])
        #expect(app.names == ["XTerm", "xterm"])
        let long = FocusedApp(process: 1, names: [String(repeating: "x", count: 1000)])
        #expect(long.names == [String(repeating: "x", count: FocusText.longest)])
    }

    @Test("names for lists and rules are in lower case, without \".desktop\", and include a domain's last part")
    func listed() {
        #expect(
            AppNames.listed(FocusedApp(process: 1, names: ["org.gnome.Gedit.desktop", "Gedit"])) == [
                "org.gnome.gedit", "gedit", "gedit",
            ])
        #expect(AppNames.listed(FocusedApp(process: 1, names: [".desktop"])) == [])
    }

    @Test("a desktop file is searched by the names as they are and in lower case, never by a path")
    func desktopFiles() {
        let app = FocusedApp(process: 1, names: ["org.gnome.Gedit.desktop", "gedit", "../x", ".hidden", "a/b"])
        #expect(AppNames.desktopFiles(of: app) == ["org.gnome.Gedit", "org.gnome.gedit", "gedit"])
    }

    @Test("an app of unknown process runs in no process")
    func process() {
        let told = FocusedApp(process: 7, window: "1")
        #expect(told.runs(in: 7) && !told.runs(in: 8) && !told.runs(in: nil))
        let untold = FocusedApp(process: nil, window: "1")
        #expect(!untold.runs(in: nil) && !untold.runs(in: 0))
        #expect(untold.isSameApp(as: untold) && !untold.isSameApp(as: FocusedApp(process: nil, window: "2")))
        #expect(told.isSameApp(as: FocusedApp(process: 7, window: "2")))
    }
}
