// SPDX-License-Identifier: Apache-2.0

/// A recognizer that another one knows of without keeping it.
@MainActor
struct WeakRecognizer {
    weak var recognizer: GestureRecognizer?
}
