// SPDX-License-Identifier: Apache-2.0

// What the examples of BatonEvents use and do not declare. `.ci/examples` compiles each of them behind this text.
import BatonEvents

private let now = Duration.seconds(7)
private let timestamp = Duration.seconds(7)
@MainActor private let application = Application()
@MainActor private let window = Window()
@MainActor private let view = View()
@MainActor private let environment = GestureEnvironment()
@MainActor private let tracker = PressTracker()
@MainActor private let player = Music()

@MainActor
private final class Music {
    func play() {}
    func togglePlayPause() {}
    func beginSeeking() {}
    func endSeeking() {}
}

private func send(_ command: RemoteControlSubtype) {}
private func setTimer(at deadline: Duration) {}
