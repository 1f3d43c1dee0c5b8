// SPDX-License-Identifier: Apache-2.0

// What the examples of BatonReactor use and do not declare. `.ci/examples` compiles each of them behind this text.
import BatonReactor
import SystemPackage

@MainActor private let reactor: Reactor = made()
private let file = FileDescriptor.standardInput

/// Examples are compiled and never run.
private func made<Value>() -> Value { fatalError("an example was run") }
