// SPDX-License-Identifier: Apache-2.0

import BatonDBus

/// The values of a player's properties, and which message told each of them.
///
/// There may be hundreds of players, and few are asked for track lists and playlists, so there is space for those only once
/// one is told.
struct PropertyCache {
    private var values: [Value?] = Array(repeating: nil, count: Self.usual)
    /// The number of the signal that told a property last, or of the question whose answer did (rule MPRIS56).
    private var toldBy: [UInt64] = Array(repeating: 0, count: Self.usual)

    /// The number of properties of root and Player, which come first.
    private static let usual = Int(PlayerProperty.tracks.rawValue)

    subscript(property: PlayerProperty) -> Value? {
        get {
            let index = Int(property.rawValue)
            return index < values.count ? values[index] : nil
        }
        set {
            let index = Int(property.rawValue)
            if index >= values.count {
                guard newValue != nil else { return }
                extend()
            }
            values[index] = newValue
        }
    }

    /// Notes by which message a property is told.
    ///
    /// - Returns: false if it was told by a later one: an answer is as old as its question.
    mutating func note(_ property: PlayerProperty, _ number: UInt64) -> Bool {
        let index = Int(property.rawValue)
        if index >= toldBy.count { extend() }
        guard toldBy[index] <= number else { return false }
        toldBy[index] = number
        return true
    }

    private mutating func extend() {
        let further = PlayerProperty.allCases.count - values.count
        values += Array(repeating: nil, count: further)
        toldBy += Array(repeating: 0, count: further)
    }
}
