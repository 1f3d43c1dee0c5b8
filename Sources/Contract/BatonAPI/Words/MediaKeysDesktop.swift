// SPDX-License-Identifier: Apache-2.0

/// The desktop that keeps the media keys: the detail `desktop` of the code `media-keys-unclaimed`.
package enum MediaKeysDesktop: String, CaseIterable, Sendable {
    case gnome, kde
}
