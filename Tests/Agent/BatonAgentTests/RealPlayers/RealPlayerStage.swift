// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonMPRIS
import BatonReactor
import BatonTestSupport
import Foundation
import Testing

/// A private bus with batond and one real player on generated sound: three tracks, "One" to "Three", the first one playing.
final class RealPlayerStage {
    /// A real player that the stage can start.
    enum Kind: String, CaseIterable {
        case mpv, vlc
    }

    static let face: BusName = "org.mpris.MediaPlayer2.baton"
    private static let trackSeconds = 60

    let player: BusName
    private let stage: BusStage
    private let home: String
    private var processes: [ChildProcess] = []

    init(_ kind: Kind) throws {
        player = try BusName("org.mpris.MediaPlayer2.\(kind.rawValue)")
        home = "/tmp/baton-stage-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: false)
        // VLC runs as another user, and the umask may have removed the rights of others.
        chmod(home, 0o777)
        stage = try BusStage(letsOthersIn: true)
        let agent = try start([
            ChildProcess.built("batond"), "--set", "mpris.name=baton", "--set", "routing.policy=playing",
        ])
        let process = try start(Self.command(kind, try makeTracks()))
        let printed = { "\(agent.printed)\(process.printed)" }
        try #require(eventually { try title(player) == "One" && title(Self.face) == "One" }, "\(printed())")
        expectStatus("Playing")
    }

    deinit {
        for process in processes { process.kill() }
        try? FileManager.default.removeItem(atPath: home)
    }

    // MARK: Programs

    private static func command(_ kind: Kind, _ tracks: [String]) -> [String] {
        switch kind {
        case .mpv:
            [
                "mpv", "--no-config", "--no-terminal", "--no-video", "--load-scripts=no", "--ao=null", "--idle=yes",
                "--script=/usr/lib/mpv-mpris/mpris.so",
            ] + tracks
        case .vlc:
            // VLC refuses to run as root.
            (getuid() == 0 ? ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"] : []) + [
                "cvlc", "--control", "dbus", "--aout", "alsa", "--alsa-audio-device", "null", "--vout", "vdummy",
                "--no-media-library", "--no-one-instance",
            ] + tracks
        }
    }

    /// Starts a program on this bus, with a home directory of the stage.
    func start(_ arguments: [String]) throws -> ChildProcess {
        let process = try ChildProcess(
            arguments,
            environment: [
                "DBUS_SESSION_BUS_ADDRESS": stage.bus.address, "PATH": "/usr/bin:/bin", "HOME": home,
                "LC_ALL": "C.UTF-8",
                "XDG_CONFIG_HOME": home, "XDG_CACHE_HOME": home, "XDG_STATE_HOME": home, "XDG_RUNTIME_DIR": home,
                // The machine's own system bus must not be used by the test.
                "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nonexistent",
            ])
        processes.append(process)
        return process
    }

    /// Runs batonctl to its end; returns its output, with errors.
    func batonctl(_ arguments: [String]) throws -> String {
        let process = try start([ChildProcess.built("batonctl")] + arguments)
        try #require(stage.turn { process.hasEnded }, "batonctl \(arguments) does not end")
        return process.printed
    }

    private func makeTracks() throws -> [String] {
        try ["One", "Two", "Three"].enumerated().map { index, title in
            let path = "\(home)/\(index + 1).flac"
            let sox = try start([
                "sox", "-q", "-n", "-r", "8000", "-c", "1", "--comment", "TITLE=\(title)", "--add-comment",
                "ARTIST=Söx", path, "synth", "\(Self.trackSeconds)", "sine", "\(220 * (index + 1))",
            ])
            try #require(stage.turn { sox.hasEnded }, "sox does not end")
            try #require(FileManager.default.fileExists(atPath: path), "\(sox.printed)")
            chmod(path, 0o644)
            return path
        }
    }

    // MARK: Calls

    /// The reply to a call, which must come.
    func call(
        _ name: BusName, _ interface: InterfaceName, _ member: MemberName, _ values: [Value]
    ) throws -> [Value] {
        let message = Message.methodCall(
            to: name, path: PlayerInterface.objectPath, interface: interface, member: member)
        try message.append(contentsOf: values)
        return try stage.call(message).get()
    }

    /// A command of the Player interface, to Baton's face.
    func perform(_ method: MemberName, _ values: Value...) throws {
        _ = try call(Self.face, PlayerInterface.player.name, method, values)
    }

    /// Sets a property of the Player interface, on Baton's face.
    func set(_ property: String, to value: Value) throws {
        let interface = PlayerInterface.player.name.rawValue
        let values: [Value] = [.string(interface), .string(property), .variant(value)]
        _ = try call(Self.face, "org.freedesktop.DBus.Properties", "Set", values)
    }

    func value(_ property: String, of name: BusName) throws -> Value? {
        let interface = PlayerInterface.player.name.rawValue
        let values: [Value] = [.string(interface), .string(property)]
        return try call(name, "org.freedesktop.DBus.Properties", "Get", values).first?.unwrapped
    }

    func title(_ name: BusName) throws -> String? {
        try value("Metadata", of: name)?.asVardict?["xesam:title"]?.asString
    }

    // MARK: Waiting

    /// Whether the condition becomes true within a minute. While it throws it counts as false.
    func eventually(_ condition: () throws -> Bool) -> Bool {
        stage.turn { (try? condition()) == true }
    }

    /// Expects that the player and Baton's face reach the same value of a property, one that is accepted.
    func expect(
        _ property: String, at location: SourceLocation = #_sourceLocation, _ fits: (Value) -> Bool
    ) {
        var seen: [Value?] = []
        let holds = eventually {
            seen = try [player, Self.face].map { try value(property, of: $0) }
            return seen.allSatisfy { $0.map(fits) == true }
        }
        #expect(holds, "\(property) of \(player) and the face: \(seen)", sourceLocation: location)
    }

    func expectStatus(_ status: String, at location: SourceLocation = #_sourceLocation) {
        expect("PlaybackStatus", at: location) { $0.asString == status }
        #expect(
            eventually { try hasArrived(at: status) }, "\(player) says \(status) and does not do it",
            sourceLocation: location)
    }

    /// Whether the player has reached the state that it reports. VLC reports a new state before it has reached it: a
    /// toggle in between would be lost, because it starts from the state that is about to end.
    private func hasArrived(at status: String) throws -> Bool {
        guard status == "Playing" || status == "Paused" else { return true }
        let before = try value("Position", of: player)
        // VLC updates its position four times a second.
        _ = stage.turn(within: .milliseconds(600)) { false }
        return try (value("Position", of: player) == before) == (status == "Paused")
    }

    func expectTitle(_ title: String, at location: SourceLocation = #_sourceLocation) {
        expect("Metadata", at: location) { $0.asVardict?["xesam:title"]?.asString == title }
    }

    func expectPosition(_ seconds: ClosedRange<Int64>, at location: SourceLocation = #_sourceLocation) {
        expect("Position", at: location) { $0.asInt64.map { seconds.contains($0 / 1_000_000) } == true }
    }
}
