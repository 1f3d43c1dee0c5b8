// SPDX-License-Identifier: Apache-2.0

import BatonSettings
import Glibc

/// Whether others can read the file of the password.
enum OpenPassword {
    /// The path of such a file; nil if there is none.
    static func path(_ mqtt: Configuration.MQTT) -> String? {
        var facts = stat()
        guard !mqtt.passwordFile.isEmpty, stat(mqtt.passwordFile, &facts) == 0, facts.st_mode & 0o044 != 0 else {
            return nil
        }
        return mqtt.passwordFile
    }
}
