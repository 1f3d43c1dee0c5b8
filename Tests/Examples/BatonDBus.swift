// SPDX-License-Identifier: Apache-2.0

// What the examples of BatonDBus use and do not declare. `.ci/examples` compiles each of them behind this text.
import BatonDBus
import BatonReactor

@MainActor private let reactor: Reactor = made()
@MainActor private let connection: Connection = made()
private let text = ""

/// Examples are compiled and never run.
private func made<Value>() -> Value { fatalError("an example was run") }
