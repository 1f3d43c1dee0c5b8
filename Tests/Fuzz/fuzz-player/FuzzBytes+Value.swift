// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import FuzzSupport

extension FuzzBytes {
    /// A value of any type, as a player may send it.
    mutating func value(depth: Int = 0) -> Value {
        switch choice(depth < 4 ? 18 : 12) {
        case 0: .boolean(flag())
        case 1: .byte(byte())
        case 2: .int32(Int32(truncatingIfNeeded: integer()))
        case 3: .uint32(UInt32(truncatingIfNeeded: integer()))
        case 4, 5: .int64(integer())
        case 6: .uint64(UInt64(bitPattern: integer()))
        case 7: .double(Double(bitPattern: word()))
        case 8, 9: .string(text())
        case 10: .objectPath((try? ObjectPath(text())) ?? "/track/1")
        case 11: .signature("as")
        case 12: .variant(value(depth: depth + 1))
        case 13: .strings((0..<choice(6)).map { _ in text() })
        case 14: .structure([.boolean(flag()), value(depth: depth + 1)])
        case 15: .structure([.string(text()), .string(text()), .string(text())])
        case 16: large()
        default: .vardict((0..<choice(8)).map { _ in (key(), value(depth: depth + 1)) })
        }
    }

    /// A text or list that is larger than a player may have.
    private mutating func large() -> Value {
        let text = String(repeating: "ä", count: Int(byte()) * 200)
        return flag() ? .string(text) : .strings(Array(repeating: text, count: choice(8)))
    }

    /// The name of a known key of metadata, or any.
    private mutating func key() -> String {
        let keys = [
            "mpris:trackid", "mpris:length", "mpris:artUrl", "xesam:title", "xesam:artist", "xesam:album", "xesam:url",
            "xesam:trackNumber", "xesam:userRating", "kde:pid",
        ]
        let index = choice(keys.count + 2)
        return index < keys.count ? keys[index] : text()
    }

    /// Some time that passes, in nanoseconds.
    mutating func interval() -> Duration {
        switch choice(4) {
        case 0: .milliseconds(Int(byte()))
        case 1: .seconds(Int(byte()))
        case 2: .nanoseconds(Int64(byte()))
        default: .seconds(Int64(byte()) * 1_000_000)
        }
    }
}
