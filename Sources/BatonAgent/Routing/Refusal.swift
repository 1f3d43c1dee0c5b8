// SPDX-License-Identifier: Apache-2.0

/// Why an event ended at a responder that could not act on it.
enum Refusal: String, Sendable {
    case cannotPlay = "CanPlay is false"
    case cannotPause = "CanPause is false"
}
