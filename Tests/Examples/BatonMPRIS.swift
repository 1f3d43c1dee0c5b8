// SPDX-License-Identifier: Apache-2.0

// What the examples of BatonMPRIS use and do not declare. `.ci/examples` compiles each of them behind this text.
import BatonDBus
import BatonMPRIS

@MainActor private let connection: Connection = made()
@MainActor private let registry: PlayerRegistry = made()
@MainActor private let player: Player = made()

/// Examples are compiled and never run.
private func made<Value>() -> Value { fatalError("an example was run") }
