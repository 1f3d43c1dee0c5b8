// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonTestSupport
import Glibc
import Testing

/// Media keys of Baton's that the user gives to others in System Settings, with a real kglobalaccel (rule SETUP5).
@Suite(.serialized) struct KDEGivenAwayTests {
    private static let plasma = ["mediacontrol", "playpausemedia", "Media Controller", "Play/Pause media playback"]
    private static let other = ["lamp", "switch", "Lamp", "Switch the lamp"]
    private static let play: Int32 = 0x0100_0080
    private static let meta: Int32 = 0x1000_0050

    private static func own(_ action: String, _ title: String) -> [String] { ["baton", action, "Baton", title] }
    private static let ownPlay = own("playpausemedia", "Play/Pause")

    /// A desktop whose media controller had the play key before `setup` gave it to Baton.
    private final class Desktop {
        let desktop: KeyDesktop
        private var daemon: ChildProcess?

        init() throws {
            desktop = try KeyDesktop("KDE")
            try startDaemon()
            try #require(desktop.stage.turn { (try? self.state()) != nil })
            try ask("doRegister", .strings(plasma))
            try ask("setShortcutKeys", .strings(plasma), Self.sequences([play]), .uint32(6))
            try ask("doRegister", .strings(other))
            try ask("setShortcutKeys", .strings(other), Self.sequences([]), .uint32(6))
            #expect(try desktop.batonctl("setup", "--media-keys", "--yes").status == 0)
            try #require(desktop.stage.turn { (try? self.state()) == "listening" })
            #expect(try keys(ownPlay) == [play] && keys(plasma) == [])
        }

        func startDaemon() throws {
            daemon = try desktop.start(["kglobalaccel5"], owning: "org.kde.kglobalaccel")
        }

        func restartDaemon() throws {
            // It writes its file half a second after a change.
            _ = desktop.stage.turn(within: .seconds(1)) { false }
            daemon?.signal(SIGTERM)
            try #require(desktop.stage.turn { self.daemon?.hasEnded == true })
            try startDaemon()
        }

        static func sequences(_ keys: [Int32]) -> Value {
            .array(
                DBusArray("(ai)", keys.map { .structure([.array(DBusArray("i", [$0, 0, 0, 0].map { .int32($0) }))]) }))
        }

        @discardableResult
        func ask(_ member: MemberName, _ values: Value...) throws -> [Value] {
            let message = Message.methodCall(
                to: "org.kde.kglobalaccel", path: "/kglobalaccel", interface: "org.kde.KGlobalAccel", member: member)
            try message.append(contentsOf: values)
            return try desktop.stage.call(message).get()
        }

        /// Gives an action keys as System Settings does.
        func give(_ action: [String], _ keys: [Int32]) throws {
            try ask("setForeignShortcutKeys", .strings(action), Self.sequences(keys))
        }

        func keys(_ action: [String]) throws -> [Int32] {
            guard case .array(let list)? = try ask("shortcutKeys", .strings(action)).first else { return [] }
            return list.elements.compactMap { sequence in
                guard case .structure(let fields) = sequence, case .array(let keys)? = fields.first,
                    case .int32(let key)? = keys.elements.first, key != 0
                else { return nil }
                return key
            }
        }

        func state() throws -> String? { try desktop.stage.inputState(of: "KDE shortcuts") }

        /// The doctor's line about the shortcuts.
        func diagnosis() throws -> String {
            try desktop.batonctl("doctor", "--all").output.split(separator: "\n").first { $0.contains("KDE shortcuts") }
                .map(String.init) ?? ""
        }

        /// Whether the keys stay as they are while batond and `setup` look at them.
        func expectNoChange() throws {
            try #require(desktop.stage.turn { (try? self.state()) == "listening" })
            // batond looks a second after a change.
            _ = desktop.stage.turn(within: .milliseconds(1500)) { false }
            try #require(desktop.stage.turn { (try? self.state()) == "listening" })
        }
    }

    @Test("SETUP5: a key that the user has given to another action stays there when batond and kglobalaccel start anew")
    func givenToAnother() throws {
        let kde = try Desktop()
        try kde.give(Self.ownPlay, [])
        try kde.give(Self.other, [Self.play])
        try kde.expectNoChange()
        #expect(try kde.diagnosis().contains("not Baton's: Play/Pause"))
        #expect(try kde.keys(Self.other) == [Self.play])

        let again = try kde.desktop.batonctl("setup", "--media-keys", "--yes")
        #expect(again.status == 0 && again.output.contains("Without Play/Pause"), "\(again.output)")
        #expect(try kde.keys(Self.other) == [Self.play], "setup takes it again")

        try kde.restartDaemon()
        try kde.expectNoChange()
        #expect(try kde.keys(Self.other) == [Self.play], "after a restart of kglobalaccel")

        #expect(try kde.desktop.stage.stopAgent() == 0)
        try kde.desktop.stage.startAgent()
        try kde.expectNoChange()
        #expect(try kde.keys(Self.other) == [Self.play], "after a restart of batond")
        #expect(try kde.keys(Self.own("nextmedia", "Next")) == [0x0100_0083], "the others are Baton's")

        // Only after a revert.
        #expect(try kde.desktop.batonctl("setup", "--revert").status == 0)
        #expect(try kde.desktop.batonctl("setup", "--media-keys", "--yes").status == 0)
        #expect(try kde.keys(Self.ownPlay) == [Self.play] && kde.keys(Self.other) == [])
    }

    @Test("SETUP5: a key that the user gives to another action while batond does not run stays there")
    func givenMeanwhile() throws {
        let kde = try Desktop()
        #expect(try kde.desktop.stage.stopAgent() == 0)
        #expect(kde.desktop.stage.turn { (try? kde.keys(Self.plasma)) == [Self.play] })
        try kde.give(Self.plasma, [])
        try kde.give(Self.other, [Self.play])
        try kde.desktop.stage.startAgent()
        try kde.expectNoChange()
        #expect(try kde.keys(Self.other) == [Self.play])
        #expect(try kde.keys(Self.ownPlay) == [])
        #expect(try kde.diagnosis().contains("not Baton's: Play/Pause"))
    }

    @Test("SETUP5: a key that the user has taken out, given back to Plasma or changed stays so, and can be given back")
    func takenOut() throws {
        let kde = try Desktop()
        let next = Self.own("nextmedia", "Next")
        let stop = Self.own("stopmedia", "Stop")
        try kde.give(next, [])
        try kde.give(stop, [Self.meta])
        try kde.give(Self.ownPlay, [])
        try kde.give(Self.plasma, [Self.play])
        try kde.expectNoChange()
        for round in ["while it runs", "after a restart"] {
            #expect(try kde.keys(next) == [], "\(round)")
            #expect(try kde.keys(stop) == [Self.meta], "\(round)")
            #expect(try kde.keys(Self.plasma) == [Self.play] && kde.keys(Self.ownPlay) == [], "\(round)")
            #expect(try kde.desktop.stage.stopAgent() == 0)
            try kde.desktop.stage.startAgent()
            try kde.expectNoChange()
        }
        try kde.give(Self.plasma, [])
        try kde.give(Self.ownPlay, [Self.play])
        try kde.give(next, [0x0100_0083])
        try kde.give(stop, [0x0100_0081])
        try kde.expectNoChange()
        #expect(try !kde.diagnosis().contains("not Baton's"))
        #expect(try kde.desktop.stage.stopAgent() == 0)
        #expect(kde.desktop.stage.turn { (try? kde.keys(Self.plasma)) == [Self.play] })
        try kde.desktop.stage.startAgent()
        try kde.expectNoChange()
        #expect(try kde.keys(Self.ownPlay) == [Self.play], "it is Baton's again")
    }

    @Test("SETUP5, KEYS26: what the user changes after a crash of batond, before it runs again, stays changed")
    func afterCrash() throws {
        let kde = try Desktop()
        kde.desktop.stage.agent?.kill()
        try #require(kde.desktop.stage.turn { (try? kde.desktop.stage.property("Responders")) == nil })
        try kde.give(Self.own("nextmedia", "Next"), [])
        try kde.restartDaemon()
        try kde.desktop.stage.startAgent()
        try kde.expectNoChange()
        #expect(try kde.keys(Self.own("nextmedia", "Next")) == [])
        #expect(try kde.keys(Self.ownPlay) == [Self.play])
    }

    @Test("SETUP5, SETUP15: setup says that all were given away, and takes none")
    func allGivenAway() throws {
        let kde = try Desktop()
        let actions = [
            ("playpausemedia", "Play/Pause"), ("stopmedia", "Stop"), ("previousmedia", "Previous"),
            ("nextmedia", "Next"),
            ("pausemedia", "Pause"), ("seekbackwardmedia", "Rewind"), ("seekforwardmedia", "Fast-forward"),
        ]
        for (action, title) in actions { try kde.give(Self.own(action, title), []) }
        #expect(kde.desktop.stage.turn { (try? kde.state()) == "off media-keys-taken" })
        let setup = try kde.desktop.batonctl("setup", "--media-keys", "--yes")
        #expect(
            setup.status == 1 && setup.output.contains("You have given KDE's media keys to others"), "\(setup.output)")
        #expect(try kde.keys(Self.ownPlay) == [])
    }
}
