// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import Testing

@testable import BatonMPRIS

@Suite("The cache of a player's properties")
struct PropertyCacheTests {
    @Test("a property of each interface is kept, and removed again", arguments: PlayerProperty.allCases)
    func keeps(property: PlayerProperty) {
        var cache = PropertyCache()
        #expect(cache[property] == nil)
        cache[property] = nil
        #expect(cache[property] == nil)
        cache[property] = .string("told")
        for other in PlayerProperty.allCases { #expect((cache[other] != nil) == (other == property)) }
        cache[property] = nil
        #expect(cache[property] == nil)
    }

    @Test("MPRIS56: what an earlier message told does not count after a later one, in each interface")
    func order() {
        var cache = PropertyCache()
        cache[.volume] = .double(0.5)
        for property in [PlayerProperty.volume, .tracks, .activePlaylist] {
            let counts = [5, 4, 5].map { cache.note(property, $0) }
            #expect(counts == [true, false, true])
        }
        #expect(cache[.volume] == .double(0.5))
    }
}
