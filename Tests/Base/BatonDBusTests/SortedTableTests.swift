// SPDX-License-Identifier: Apache-2.0

import BatonTestSupport
import Testing

@testable import BatonDBus

@Suite("A table sorted by its keys")
struct SortedTableTests {
    @Test(
        "it has what a dictionary has, in the order of its keys, whatever is put in and removed",
        arguments: 0..<8 as Range<UInt64>)
    func model(_ seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var table: SortedTable<UInt32, Int> = [:]
        var model: [UInt32: Int] = [:]
        // Mostly ascending, as serials are, over their end.
        var serial = UInt32.max - 200
        for step in 0..<3000 {
            let isNew = Int.random(in: 0..<4, using: &random) > 0
            if isNew { serial &+= UInt32.random(in: 0...2, using: &random) }
            let key = isNew ? serial : model.keys.sorted().randomElement(using: &random) ?? serial
            switch Int.random(in: 0..<4, using: &random) {
            case 0: #expect(table.removeValue(forKey: key) == model.removeValue(forKey: key))
            case 1: (table[key], model[key]) = (nil, nil)
            case 2:
                table[key, default: 7] += step
                model[key, default: 7] += step
            default: (table[key], model[key]) = (step, step)
            }
            #expect(table[key] == model[key] && table.count == model.count && table.isEmpty == model.isEmpty)
            if step.isMultiple(of: 50) {
                let sorted = model.sorted { $0.key < $1.key }
                #expect(Array(table.keys) == sorted.map(\.key) && Array(table.values) == sorted.map(\.value))
            }
        }
        table = [3: 1, 2: 2, 3: 3]
        #expect(Array(table.keys) == [2, 3] && Array(table.values) == [2, 3])
    }
}
