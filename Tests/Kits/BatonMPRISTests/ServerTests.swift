// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonReactor
import BatonTestSupport
import Testing

@testable import BatonMPRIS

@Suite struct ServerTests {
    private let name: BusName = "org.mpris.MediaPlayer2.one"
    private let properties: InterfaceName = "org.freedesktop.DBus.Properties"
    private let player: InterfaceName = "org.mpris.MediaPlayer2.Player"

    @Test("MPRIS8: all properties are served under the types of MPRIS 2.2; those that are not there are left out")
    func allProperties() throws {
        let stage = try BusStage()
        let server = try stage.publish("one", interfaces: PlayerInterface.allCases)
        server.metadata.title = "T"
        let client = try stage.connect()
        for interface in PlayerInterface.allCases {
            let answer = try stage.call(client, name, properties, "GetAll", .string(interface.name.rawValue)).get()
            let all = try #require(answer.first?.asVardict)
            for (name, value) in all {
                let property = try #require(PlayerProperty(name, of: interface))
                #expect(value.signature == property.signature)
            }
            #expect(all.count == PropertySet(allOf: interface).filter { $0.initialValue != nil }.count)
        }
        let title = try stage.call(client, name, properties, "Get", .string(player.rawValue), .string("Metadata")).get()
        #expect(title.first.flatMap { Metadata($0) }?.title == "T")
        let shuffle = try stage.call(client, name, properties, "Get", .string(player.rawValue), .string("Shuffle"))
        #expect(shuffle.errorName == .unknownProperty)
    }

    @Test("introspection shows the four interfaces, and what tells of its changes how")
    func introspection() throws {
        let stage = try BusStage()
        _ = try stage.publish("one", interfaces: PlayerInterface.allCases)
        let client = try stage.connect()
        let xml = try stage.call(client, name, "org.freedesktop.DBus.Introspectable", "Introspect").get().first?
            .asString
        let text = try #require(xml)
        for interface in PlayerInterface.allCases { #expect(text.contains("\"\(interface.name)\"")) }
        for method in PlayerMethod.allCases { #expect(text.contains("<method name=\"\(method.name)\"")) }
        for property in PlayerProperty.allCases { #expect(text.contains("<property name=\"\(property.name)\"")) }
        #expect(text.contains("invalidates"))
    }

    @Test("MPRIS4: what the capabilities do not allow has no effect, or is an error where MPRIS 2.2 says so")
    func capabilities() throws {
        let stage = try BusStage()
        let server = try stage.publish("one")
        var heard: [PlayerMethod] = []
        server.onCommand = { method, call in
            heard.append(method)
            call.reply()
        }
        server[.canPause] = .boolean(false)
        server[.canGoNext] = .boolean(false)
        let client = try stage.connect()
        #expect(try stage.call(client, name, player, "Pause").errorName == nil)
        #expect(try stage.call(client, name, player, "PlayPause").errorName == .notSupported)
        #expect(try stage.call(client, name, player, "Next").errorName == nil)
        #expect(try stage.call(client, name, player, "Previous").errorName == nil)
        #expect(try stage.call(client, name, player, "Seek", .string("x")).errorName == .invalidArguments)
        #expect(heard == [.previous])
    }

    @Test("MPRIS4, MPRIS5: without CanControl Stop and PlayPause are errors, and nothing has an effect or is set")
    func noControl() throws {
        let stage = try BusStage()
        let server = try stage.publish("one")
        var heard: [String] = []
        server.onCommand = { method, call in
            heard.append(method.name.rawValue)
            call.reply()
        }
        server.onSet = { property, _, call in
            heard.append(property.name.rawValue)
            call.reply()
        }
        server[.canControl] = .boolean(false)
        let client = try stage.connect()
        for method: MemberName in ["Play", "Pause", "Next", "Previous"] {
            #expect(try stage.call(client, name, player, method).errorName == nil, "\(method)")
        }
        for method: MemberName in ["Stop", "PlayPause"] {
            #expect(try stage.call(client, name, player, method).errorName == .notSupported, "\(method)")
        }
        let set = try stage.call(
            client, name, properties, "Set", .string(player.rawValue), .string("Volume"), .variant(.double(1)))
        #expect(set.errorName == .propertyReadOnly)
        #expect(heard.isEmpty)
    }

    @Test("Set reaches the owner of the property, and is refused for what cannot be set or has another type")
    func setting() throws {
        let stage = try BusStage()
        let server = try stage.publish("one")
        server.onSet = { property, value, call in
            server[property] = value
            call.reply()
        }
        let client = try stage.connect()
        func set(_ property: String, _ value: Value) throws -> ErrorName? {
            try stage.call(
                client, name, properties, "Set", .string(player.rawValue), .string(property), .variant(value)
            ).errorName
        }
        #expect(try set("Volume", .double(0.25)) == nil)
        #expect(server[.volume] == .double(0.25))
        #expect(try set("Volume", .string("loud")) == .invalidArguments)
        #expect(try set("PlaybackStatus", .string("Playing")) == .propertyReadOnly)
        server.onSet = nil
        #expect(try set("Volume", .double(1)) == .propertyReadOnly)
    }

    @Test("values that make no sense are not published")
    func strict() throws {
        let stage = try BusStage()
        let server = try stage.publish("one")
        server[.playbackStatus] = .string("Sleeping")
        server[.rate] = .double(.nan)
        #expect(server.status == .stopped)
        #expect(server[.rate] == .double(1))
    }

    /// A face like the agent's: it mirrors the first player of a registry, or none.
    private final class Mirror {
        var mirrored: Player?
        private(set) var server = PlayerServer(
            PlayerSource(value: { _ in nil }, setValue: { _, _, _ in }, perform: { _, _ in }))

        init(on connection: Connection) {
            server = PlayerServer(
                PlayerSource(
                    value: { [weak self] in self?.mirrored?.value(of: $0) },
                    setValue: { [weak self] _, _, call in self?.forward(call) },
                    perform: { [weak self] _, call in self?.forward(call) },
                    gate: { [weak self] interface in
                        guard let mirrored = self?.mirrored else {
                            return DBusError("com.github.altdesktop.playerctld.NoActivePlayer", "no player")
                        }
                        return interface == .playlists || (interface == .trackList && !mirrored.hasTrackList)
                            ? DBusError(.unknownInterface, "not of this player") : nil
                    }),
                interfaces: PlayerInterface.allCases)
            connection.export(server.object, at: PlayerInterface.objectPath)
        }

        private func forward(_ call: Invocation) {
            do throws(DBusError) {
                try mirrored?.forward(call.message, within: .seconds(30)) { result in
                    switch result {
                    case .success(let answer): call.forward(answer)
                    case .failure(let error): call.fail(error)
                    }
                }
            } catch {
                call.fail(error)
            }
        }
    }

    @Test("a face mirrors a player: properties from its cache, calls and sets to it, changes and signals from it")
    func mirror() throws {
        let stage = try BusStage()
        let real = try stage.publish("real")
        real.metadata.title = "Mirrored"
        var heard: [PlayerMethod] = []
        real.onCommand = { method, call in
            heard.append(method)
            if method == .openUri { call.fail(DBusError(.notSupported, "no")) } else { call.reply() }
        }
        real.onSet = {
            real[$0] = $1
            $2.reply()
        }
        let mine = try stage.connect()
        let registry = PlayerRegistry(connection: mine) { $0 != "org.mpris.MediaPlayer2.face" }
        registry.start()
        try #require(stage.turn { registry.isSettled && registry.players.count == 1 })
        let mirror = Mirror(on: mine)
        try stage.own("org.mpris.MediaPlayer2.face", mine)
        let face: BusName = "org.mpris.MediaPlayer2.face"
        let client = try stage.connect()

        let none = try stage.call(client, face, player, "Play")
        #expect(none.errorName == "com.github.altdesktop.playerctld.NoActivePlayer")
        let nothing = try stage.call(client, face, properties, "GetAll", .string(player.rawValue))
        #expect(nothing.errorName == "com.github.altdesktop.playerctld.NoActivePlayer")

        mirror.mirrored = registry.players[0]
        let all = try stage.call(client, face, properties, "GetAll", .string(player.rawValue)).get()
        #expect(all.first?.asVardict?["Metadata"].flatMap { Metadata($0) }?.title == "Mirrored")
        #expect(try stage.call(client, face, player, "Next").errorName == nil)
        #expect(try stage.call(client, face, player, "OpenUri", .string("x")).errorName == .notSupported)
        let set = try stage.call(
            client, face, properties, "Set", .string(player.rawValue), .string("Volume"), .variant(.double(0.5)))
        #expect(set.errorName == nil)
        #expect(real[.volume] == .double(0.5))
        #expect(heard == [.next, .openUri])
        let list = try stage.call(client, face, "org.mpris.MediaPlayer2.TrackList", "GetTracksMetadata", .strings([]))
        #expect(list.errorName != nil)
    }

    @Test("another mirrored player tells everything; no mirrored player invalidates everything")
    func everythingChanged() throws {
        let stage = try BusStage()
        let real = try stage.publish("real")
        real.status = .playing
        let mine = try stage.connect()
        let (registry, _) = try stage.watch(mine)
        let mirror = Mirror(on: mine)
        let client = try stage.connect()
        var told: [(String, [String: Value], [String])] = []
        var seeked = 0
        let match = client.addMatch(MatchRule(sender: mine.uniqueName, path: PlayerInterface.objectPath)) { message in
            guard let arguments = try? message.arguments() else { return }
            if message.member == "Seeked" { seeked += 1 }
            guard message.member == "PropertiesChanged", arguments.count == 3 else { return }
            told.append((arguments[0].asString ?? "", arguments[1].asVardict ?? [:], arguments[2].asStringArray ?? []))
        }
        defer { match.cancel() }
        try stage.settle(client)

        mirror.mirrored = registry.players[0]
        mirror.server.everythingChanged()
        try mirror.server.emit(.seeked(5))
        try #require(stage.turn { seeked == 1 })
        #expect(told.first { $0.0 == player.rawValue }?.1["PlaybackStatus"] == .string("Playing"))
        #expect(told.first { $0.0 == player.rawValue }?.1["Position"] == nil)

        told = []
        mirror.mirrored = nil
        mirror.server.everythingChanged()
        try #require(stage.turn { told.contains { $0.0 == player.rawValue } })
        let last = try #require(told.first { $0.0 == player.rawValue })
        #expect(last.1.isEmpty)
        #expect(last.2.contains("PlaybackStatus") && last.2.contains("Metadata"))
        #expect(!last.2.contains("Position"))
    }
}
