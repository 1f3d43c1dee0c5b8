// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonRouting

/// What bluetoothd says of a phone.
struct BluezPhone: Equatable {
    /// The path of its device.
    let path: String
    /// What the user calls it.
    let alias: String
    let address: String
    /// Whether its sound can come to this machine.
    let isConnectedHere: Bool
    /// Whether its sound comes to this machine now.
    let isActive: Bool

    /// The longest part of a name that is made of an alias.
    private static let longest = 100

    /// The name of the player that stands for it (rule BLUEZ20). Its address is in it, because two phones may have one alias. It is
    /// there as a number, so that people need not type it.
    var playerName: BusName? {
        let word = alias.utf8.prefix(Self.longest).map { byte in
            Self.isAllowed(byte) ? Character(Unicode.Scalar(byte)) : "_"
        }
        var number: UInt64 = 0
        for digit in address.compactMap(\.hexDigitValue).prefix(12) { number = number << 4 | UInt64(digit) }
        // An element of a name does not begin with a digit.
        let prefix = (word.first?.isNumber ?? true) ? "_" : ""
        return try? BusName("org.mpris.MediaPlayer2.\(ResponderID.phones)\(prefix)\(String(word)).instance\(number)")
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }
}
