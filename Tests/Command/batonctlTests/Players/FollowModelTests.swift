// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonMPRIS
import BatonTemplate
import Testing

@testable import BatonTemplate
@testable import batonctl

@Suite struct FollowModelTests {
    private func name(_ instance: String) throws -> PlayerName {
        try #require(PlayerName(busName: PlayerName.prefix + instance))
    }

    private func snapshot(_ instance: String, _ status: String = "Paused", title: String? = nil) throws
        -> PlayerSnapshot
    {
        var properties: PlayerProperties = [.playbackStatus: .string(status), .position: .int64(0)]
        if let title { properties[.metadata] = .vardict([("xesam:title", .string(title))]) }
        return PlayerSnapshot(name: try name(instance), properties: properties)
    }

    private func titles(players: [String] = [], all: Bool = false) throws -> FollowModel {
        var query = PlayerQuery(subject: .metadata(keys: []))
        query.format = try Template("{{playerInstance}}: {{title}}")
        return FollowModel(query: query, selection: PlayerSelection(players: players, all: all))
    }

    private func set(_ model: inout FollowModel, _ instance: String, title: String) throws {
        model.change(try name(instance), [.metadata: .vardict([("xesam:title", .string(title))])], at: .zero)
    }

    @Test("a line is printed when it changes, and an empty one when the player leaves")
    func prints() throws {
        var model = try titles()
        #expect(try model.line(at: .zero) == nil)
        model.appear(try snapshot("a", title: "1"), at: .zero)
        #expect(try model.line(at: .zero) == "a: 1")
        #expect(try model.line(at: .zero) == nil)
        try set(&model, "a", title: "1")
        #expect(try model.line(at: .zero) == nil)
        try set(&model, "a", title: "2")
        #expect(try model.line(at: .zero) == "a: 2")
        model.vanish(try name("a"))
        #expect(try model.line(at: .zero) == "")
        #expect(try model.line(at: .zero) == nil)
    }

    @Test("the order of the names decides, not the last change")
    func keepsPreference() throws {
        var model = try titles(players: ["c,b,a"])
        for instance in ["a", "b", "c"] { model.appear(try snapshot(instance), at: .zero) }
        try set(&model, "a", title: "1")
        #expect(try model.line(at: .zero) == "a: 1")
        try set(&model, "b", title: "1")
        #expect(try model.line(at: .zero) == "b: 1")
        try set(&model, "a", title: "2")
        #expect(try model.line(at: .zero) == nil)
        try set(&model, "c", title: "1")
        #expect(try model.line(at: .zero) == "c: 1")
        model.vanish(try name("c"))
        #expect(try model.line(at: .zero) == "b: 1")
        model.vanish(try name("b"))
        #expect(try model.line(at: .zero) == "a: 2")
        model.vanish(try name("a"))
        #expect(try model.line(at: .zero) == "")
    }

    @Test("with all players the one that changed last is shown")
    func showsLastChange() throws {
        var model = try titles(players: ["c,b,a"], all: true)
        for instance in ["a", "b", "c"] {
            model.appear(try snapshot(instance, title: "1"), at: .zero)
        }
        for instance in ["a", "b", "c", "b", "a"] {
            try set(&model, instance, title: instance + "2")
            #expect(try model.line(at: .zero) == "\(instance): \(instance)2")
        }
        model.vanish(try name("a"))
        #expect(try model.line(at: .zero) == "b: b2")
    }

    @Test("with the agent only the players of its chain are shown")
    func followsChain() throws {
        var model = try titles()
        model.appear(try snapshot("a", "Playing", title: "1"), at: .zero)
        model.appear(try snapshot("b", title: "1"), at: .zero)
        model.appear(try snapshot("ignored", "Playing", title: "1"), at: .zero)
        model.chain = [try name("b"), try name("a")]
        #expect(try model.line(at: .zero) == "b: 1")
        try set(&model, "a", title: "2")
        #expect(try model.line(at: .zero) == nil)
        model.chain = [try name("a"), try name("b")]
        #expect(try model.line(at: .zero) == "a: 2")
        model.chain = []
        #expect(try model.line(at: .zero) == "")
        model.chain = nil
        #expect(try model.line(at: .zero) == "a: 2")
    }

    @Test("without an agent a playing player stands before one that does not play")
    func prefersPlaying() throws {
        var model = try titles()
        model.appear(try snapshot("a", title: "1"), at: .zero)
        model.appear(try snapshot("b", "Playing", title: "1"), at: .zero)
        model.appear(try snapshot("c", "Playing", title: "1"), at: .zero)
        #expect(try model.line(at: .zero) == "b: 1")
    }

    @Test("a change that the answer does not depend on keeps the order")
    func ignoresOtherChanges() throws {
        var model = FollowModel(query: PlayerQuery(subject: .status), selection: PlayerSelection())
        model.appear(try snapshot("a", "Playing"), at: .zero)
        model.appear(try snapshot("b"), at: .zero)
        #expect(try model.line(at: .zero) == "Playing")
        model.change(try name("b"), [.volume: .double(0.1)], at: .zero)
        #expect(try model.line(at: .zero) == nil)
        model.change(try name("b"), [.playbackStatus: .string("Paused")], at: .zero)
        #expect(try model.line(at: .zero) == "Paused")
    }

    @Test("the position advances at the player's rate while it plays, and stops when it pauses")
    func extrapolates() throws {
        var query = PlayerQuery(subject: .status)
        query.format = try Template("{{position}}")
        var model = FollowModel(query: query, selection: PlayerSelection())
        model.appear(try snapshot("a", "Playing"), at: .seconds(10))
        #expect(model.ticks)
        #expect(try model.line(at: .seconds(12)) == "2000000")
        model.change(try name("a"), [.rate: .double(2)], at: .seconds(12))
        #expect(try model.line(at: .seconds(13)) == "4000000")
        model.change(try name("a"), [.playbackStatus: .string("Paused")], at: .seconds(13))
        #expect(!model.ticks)
        #expect(try model.line(at: .seconds(99)) == nil)
        model.change(try name("a"), [.position: .int64(7)], at: .seconds(99))
        #expect(try model.line(at: .seconds(99)) == "7")
    }

    @Test("as JSON a player that leaves is null")
    func printsNull() throws {
        let query = PlayerQuery(subject: .status, isJSON: true)
        var model = FollowModel(query: query, selection: PlayerSelection())
        model.appear(try snapshot("a"), at: .zero)
        #expect(try model.line(at: .zero) == #"{"player":"a","status":"Paused"}"#)
        model.vanish(try name("a"))
        #expect(try model.line(at: .zero) == "null")
    }

    @Test("an impossible rate does not overflow the position", arguments: [1e300, -1e300, .nan, .infinity])
    func senselessRate(_ rate: Double) throws {
        var snapshot = try snapshot("a", "Playing")
        snapshot.properties[.rate] = .double(rate)
        snapshot.properties[.position] = .int64(.max)
        _ = try #require(snapshot.moved(by: .seconds(3600)).position)
        #expect(snapshot.moved(by: .zero).position == .max)
    }
}
