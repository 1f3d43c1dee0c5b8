// SPDX-License-Identifier: Apache-2.0

// What the examples of BatonTouchscreen use and do not declare. `.ci/examples` compiles each of them behind this text.
import BatonEvents
import BatonReactor
import BatonTouchscreen

private let now = Duration.seconds(7)
private let text = ""
@MainActor private let application = Application()
@MainActor private let window = Window()
@MainActor private let reactor: Reactor = made()
@MainActor private var panel: TouchPanel = made()
@MainActor private let recording: TouchRecording = made()

/// Examples are compiled and never run.
private func made<Value>() -> Value { fatalError("an example was run") }
