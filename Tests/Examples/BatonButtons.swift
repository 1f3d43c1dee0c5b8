// SPDX-License-Identifier: Apache-2.0

// What the examples of BatonButtons use and do not declare. `.ci/examples` compiles each of them behind this text.
import BatonButtons
import BatonEvents

private let timestamp = Duration.seconds(7)

private func send(_ command: RemoteControlSubtype) {}
private func setTimer(at deadline: Duration) {}
