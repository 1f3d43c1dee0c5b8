// SPDX-License-Identifier: Apache-2.0

import CDBus
import Glibc

/// Calls libdbus's validators. All names and strings are checked here.
enum Validation {
    typealias Validator = (UnsafePointer<CChar>?, UnsafeMutablePointer<CDBus.DBusError>?) -> dbus_bool_t

    static func isValid(_ string: String, _ validator: Validator) -> Bool {
        // A C string ends at the first NUL, so libdbus would check only a part of the string.
        string.withCString { strlen($0) == string.utf8.count && validator($0, nil) != 0 }
    }

    static func containsNUL(_ string: String) -> Bool {
        string.withCString { strlen($0) != string.utf8.count }
    }

    static func error(_ what: String, _ string: String) -> DBusError {
        let shown = string.unicodeScalars.prefix(80).map {
            $0.properties.isPatternWhitespace || $0.value < 32 ? "?" : String($0)
        }
        return DBusError(.invalidArguments, "'\(shown.joined())' is not a valid \(what)")
    }
}
