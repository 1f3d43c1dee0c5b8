// SPDX-License-Identifier: Apache-2.0

// What the examples of BatonWayland use and do not declare. `.ci/examples` compiles each of them behind this text.
import BatonEvents
import BatonWayland

@MainActor private let application = Application()
@MainActor private let window = Window()
@MainActor private let display: OpaquePointer = made()
@MainActor private let surface: OpaquePointer = made()

private func draw() {}
private func waitForToolkit(_ time: Duration?) -> Bool { false }

/// Examples are compiled and never run.
private func made<Value>() -> Value { fatalError("an example was run") }
