// SPDX-License-Identifier: Apache-2.0

// What the examples of BatonMotion use and do not declare. `.ci/examples` compiles each of them behind this text.
import BatonMotion

private let sample = SensorSample(at: .seconds(12), x: 0.1, y: -0.2, z: 9.8)
private let samples = [sample]
private let recording = Recording(samples: samples)
private let text = ""
private let detector = ShakeDetector()

/// Examples are compiled and never run.
private func made<Value>() -> Value { fatalError("an example was run") }
