// SPDX-License-Identifier: Apache-2.0

/// Work that a reactor does before each wait, until it is cancelled.
///
/// For example:
/// ```swift
/// let hook = reactor.addBeforeSleepHook {
///     print("all events of this turn are handled")
///     return false
/// }
/// hook.cancel()
/// ```
public final class Hook {
    let body: () -> Bool
    private let link: ReactorLink
    /// Whether it has not been cancelled.
    private(set) var isActive = true

    init(reactor: Reactor, body: @escaping () -> Bool) {
        link = reactor.link
        self.body = body
    }

    /// Removes the hook. Its body is not called again.
    public func cancel() {
        isActive = false
        link.reactor?.remove(self)
    }
}
