// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import BatonSession
@testable import BatonUndo

/// What an app in front is called, and whose process it is.
@Suite struct FocusedAppTests {
    @Test("the names are clean, none is empty, none is there twice, and they stay in the order in which they were told")
    func names() {
        let app = FocusedApp(process: 1, names: ["XTerm", nil, "", "\u{7}\n", "x\nterm", "xterm", "XTerm"])
        #expect(app.names == ["XTerm", "xterm"])
        let long = FocusedApp(process: 1, names: [String(repeating: "x", count: 1000)])
        #expect(long.names == [String(repeating: "x", count: FocusText.longest)])
    }

    @Test("lists and rules have the names in lower case, without a desktop file's ending, and a domain's last part")
    func listed() {
        #expect(
            AppNames.listed(FocusedApp(process: 1, names: ["org.gnome.Gedit.desktop", "Gedit"])) == [
                "org.gnome.gedit", "gedit", "gedit",
            ])
        #expect(AppNames.listed(FocusedApp(process: 1, names: [".desktop"])) == [])
    }

    @Test("a desktop file is looked for by the names as they are and in lower case, and by no path")
    func desktopFiles() {
        let app = FocusedApp(process: 1, names: ["org.gnome.Gedit.desktop", "gedit", "../x", ".hidden", "a/b"])
        #expect(AppNames.desktopFiles(of: app) == ["org.gnome.Gedit", "org.gnome.gedit", "gedit"])
    }

    @Test("an app that does not tell its process runs in nobody's")
    func process() {
        let told = FocusedApp(process: 7, window: "1")
        #expect(told.runs(in: 7) && !told.runs(in: 8) && !told.runs(in: nil))
        let untold = FocusedApp(process: nil, window: "1")
        #expect(!untold.runs(in: nil) && !untold.runs(in: 0))
        #expect(untold.isSameApp(as: untold) && !untold.isSameApp(as: FocusedApp(process: nil, window: "2")))
        #expect(told.isSameApp(as: FocusedApp(process: 7, window: "2")))
    }
}
