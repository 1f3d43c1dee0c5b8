// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonMPRIS

extension PlayerName {
    /// Whether `pattern` (from `--player`) names this player: the instance, the name before `.instance…`, the whole bus
    /// name, or `%any`.
    func matches(_ pattern: String) -> Bool {
        let instance = instance
        return pattern == instance || pattern == "%any" || instance.hasPrefix(pattern + ".instance")
            || pattern == busName.rawValue
    }
}
