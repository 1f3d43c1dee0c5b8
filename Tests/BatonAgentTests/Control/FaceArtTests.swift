// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonTestSupport
import Foundation
import Testing

/// What the face shows of a player's picture, with the real batond.
@Suite struct FaceArtTests {
    private static let picture = "data:image/png;base64,iVBORw0KGgoBAgM="

    private func shown(_ settings: [String]) throws -> (url: String, bytes: [UInt8]) {
        let stage = try AgentStage(settings)
        let player = try stage.player("one", "Playing")
        player.change([
            ("Metadata", .vardict([("xesam:title", .string("Nocturne")), ("mpris:artUrl", .string(Self.picture))]))
        ])
        try stage.settle(player.connection)
        try stage.settleAgent()
        let metadata = try #require(try stage.read("Metadata").get().asVardict)
        #expect(metadata["xesam:title"] == .string("Nocturne"))
        let url = metadata["mpris:artUrl"]?.asString ?? ""
        return (url, URL(string: url).flatMap { try? Data(contentsOf: $0) }.map { Array($0) } ?? [])
    }

    @Test("MPRIS47: with [mpris] art-cache a data URL is shown as a file, and without it as it is")
    func cached() throws {
        let (url, bytes) = try shown(["mpris.art-cache=yes"])
        #expect(url.hasPrefix("file:///") && bytes == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2, 3])
        #expect(try shown([]).url == Self.picture)
    }
}
