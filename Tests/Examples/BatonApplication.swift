// SPDX-License-Identifier: Apache-2.0

// What the examples of BatonApplication use and do not declare. `.ci/examples` compiles each of them behind this text.
import BatonApplication
import BatonCoreMotion
import BatonDBus
import BatonEvents

@MainActor private let application = Application()
@MainActor private let connection: Connection = made()
@MainActor private let host: ApplicationHost = made()
@MainActor private let systemBus: Connection = made()
@MainActor private let screen: Screen = made()

@MainActor
private final class Screen {
    var isSuspended = false
}

/// Examples are compiled and never run.
private func made<Value>() -> Value { fatalError("an example was run") }
