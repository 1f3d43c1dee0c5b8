// SPDX-License-Identifier: Apache-2.0

internal import BatonDBus

/// How a notification ended.
enum NotificationEnding: Sendable, Equatable {
    /// The user chose this.
    case chosen(String)
    /// The user closed it.
    case dismissed
    /// Nobody did anything in time; it may not even have been shown.
    case expired
    /// Another one took its place.
    case replaced
    /// There is nobody who shows notifications, or who can offer a choice.
    case failed(DBusError)
}
