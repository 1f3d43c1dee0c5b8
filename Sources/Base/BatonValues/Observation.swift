// SPDX-License-Identifier: Apache-2.0

/// Keeps an observer: it is removed when this is let go or cancelled.
///
/// It does not keep what is observed.
package final class Observation {
    private let observer: Observer

    package init(of observer: Observer) {
        self.observer = observer
    }

    deinit { observer.remove() }

    /// Removes the observer. Further calls do nothing.
    package func cancel() { observer.remove() }
}
