// SPDX-License-Identifier: Apache-2.0

// What the examples of BatonCoreMotion use and do not declare. `.ci/examples` compiles each of them behind this text.
import BatonCoreMotion
import BatonMotion

private let sample = SensorSample(at: .seconds(12), x: 0.1, y: -0.2, z: 9.8)
private let samples = [sample]
@MainActor private let source: any MotionSource = made()
@MainActor private let manager = MotionManager(sensors: MotionSensors(source: source))

/// Examples are compiled and never run.
private func made<Value>() -> Value { fatalError("an example was run") }
