// SPDX-License-Identifier: Apache-2.0

// What the examples of BatonMotionClient use and do not declare. `.ci/examples` compiles each of them behind this text.
import BatonReactor

private let address = "unix:path=/run/user/1000/bus"
@MainActor private let reactor: Reactor = made()

/// Examples are compiled and never run.
private func made<Value>() -> Value { fatalError("an example was run") }
