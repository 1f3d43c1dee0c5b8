// SPDX-License-Identifier: Apache-2.0

import BatonValues

/// A value that any thread may use, one at a time.
///
/// Sendable, unchecked: the value is used with the lock held only.
final class LockedValue<Value: Sendable>: @unchecked Sendable {
    private let lock = Lock()
    private var value: Value

    init(_ value: Value) { self.value = value }

    /// Runs `body` with the lock held. `body` must not use this value by another way.
    func withLock<Result>(_ body: (inout Value) -> Result) -> Result { lock.withLock { body(&value) } }
}
