// SPDX-License-Identifier: Apache-2.0

/// A list from which an observer can be removed.
package protocol ObserverList: AnyObject {
    /// Removes an observer; does nothing if it is not there any more.
    func remove(_ number: Int)
}

/// Keeps an observer: it is removed when this is let go or cancelled.
///
/// It does not keep what is observed.
package final class Observation {
    private weak var list: (any ObserverList)?
    private let number: Int

    package init(of list: any ObserverList, number: Int) {
        self.list = list
        self.number = number
    }

    deinit { list?.remove(number) }

    /// Removes the observer. Further calls do nothing.
    package func cancel() {
        list?.remove(number)
        list = nil
    }
}
