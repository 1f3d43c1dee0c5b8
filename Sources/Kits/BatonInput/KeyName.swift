// SPDX-License-Identifier: Apache-2.0

import CEvdev

/// Converts between keys and the kernel's names for them, which libevdev knows.
///
/// For example:
/// ```swift
/// let code = KeyName.code("playpause")  // 164
/// let name = KeyName.text(164)  // KEY_PLAYPAUSE
/// ```
public enum KeyName {
    /// The name of a key (`KEY_PLAYPAUSE`, `BTN_0`), or its number if it has no name.
    public static func text(_ code: Int) -> String {
        guard code >= 0, let name = libevdev_event_code_get_name(UInt32(EV_KEY), UInt32(truncatingIfNeeded: code))
        else {
            return String(code)
        }
        return String(cString: name)
    }

    /// The key with this name, in any case and with or without `KEY_`, or with this number; nil if there is none.
    public static func code(_ text: String) -> Int? {
        let upper = text.uppercased()
        for name in [upper, "KEY_\(upper)"] {
            let code = libevdev_event_code_from_name(UInt32(EV_KEY), name)
            if code >= 0 { return Int(code) }
        }
        let number = upper.hasPrefix("0X") ? Int(upper.dropFirst(2), radix: 16) : Int(upper)
        return number.flatMap { (1..<KeySet.limit).contains($0) ? $0 : nil }
    }
}
