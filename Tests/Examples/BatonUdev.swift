// SPDX-License-Identifier: Apache-2.0

// What the examples of BatonUdev use and do not declare. `.ci/examples` compiles each of them behind this text.
import BatonReactor
import BatonUdev

@MainActor private let reactor: Reactor = made()

/// Examples are compiled and never run.
private func made<Value>() -> Value { fatalError("an example was run") }
