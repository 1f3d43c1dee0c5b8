// SPDX-License-Identifier: Apache-2.0

// What the examples of BatonReactorHost use and do not declare. `.ci/examples` compiles each of them behind this text.
import BatonReactor
import BatonReactorHost

@MainActor private let reactor: Reactor = made()

/// Examples are compiled and never run.
private func made<Value>() -> Value { fatalError("an example was run") }
