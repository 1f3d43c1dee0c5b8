// SPDX-License-Identifier: Apache-2.0

internal import BatonDBus

extension DBusError {
    /// What a caller hears when the responder did not answer in time.
    static func timedOut(_ id: ResponderID) -> DBusError {
        DBusError(.timeout, "\(id) did not answer in time and is passed over until it is heard again")
    }
}
