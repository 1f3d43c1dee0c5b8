// SPDX-License-Identifier: Apache-2.0

/// A weak reference to a recognizer.
@MainActor
struct WeakRecognizer {
    weak var recognizer: GestureRecognizer?
}
