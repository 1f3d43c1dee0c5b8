// SPDX-License-Identifier: Apache-2.0

/// Ends the process with a message unless something holds. An optimized `precondition` ends it without one.
public func require(_ condition: Bool, _ message: @autoclosure () -> String) {
    if !condition { fatalError(message()) }
}
