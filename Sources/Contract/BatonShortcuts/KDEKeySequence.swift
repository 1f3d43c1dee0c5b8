// SPDX-License-Identifier: Apache-2.0

import BatonDBus

/// A key sequence of a shortcut, as Qt's QKeySequence: up to four keys one after the other.
struct KDEKeySequence: Hashable, Sendable {
    /// Four of Qt's key numbers, 0 for none.
    let keys: [Int32]

    init(_ keys: [Int32]) {
        self.keys = keys
    }

    /// Reads a sequence from D-Bus: `(ai)`.
    init?(_ value: Value) {
        guard case .structure(let fields) = value, fields.count == 1, case .array(let array) = fields[0] else {
            return nil
        }
        var keys: [Int32] = []
        for case .int32(let key) in array.elements { keys.append(key) }
        guard keys.count == array.elements.count, keys.count <= 4 else { return nil }
        self.keys = keys + Array(repeating: 0, count: 4 - keys.count)
    }

    var value: Value { .structure([.array(DBusArray("i", keys.map { .int32($0) }))]) }

    /// Whether it has no keys.
    var isEmpty: Bool { keys.allSatisfy { $0 == 0 } }

    /// The text in a record, such as "16777344,0,0,0".
    var text: String { keys.map(String.init).joined(separator: ",") }

    init?(text: some StringProtocol) {
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false)
        let keys = numbers.compactMap { Int32($0) }
        guard keys.count == 4, numbers.count == 4 else { return nil }
        self.keys = keys
    }

    static func list(_ sequences: [KDEKeySequence]) -> Value { .array(DBusArray("(ai)", sequences.map(\.value))) }

    static func list(_ value: Value?) -> [KDEKeySequence]? {
        guard case .array(let array)? = value else { return nil }
        let sequences = array.elements.compactMap { KDEKeySequence($0) }
        return sequences.count == array.elements.count ? sequences : nil
    }
}
