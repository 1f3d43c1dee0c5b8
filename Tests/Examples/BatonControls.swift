// SPDX-License-Identifier: Apache-2.0

// What the examples of BatonControls use and do not declare. `.ci/examples` compiles each of them behind this text.
import BatonControls
import BatonEvents

@MainActor private let window = Window()
@MainActor private let button = Button()
@MainActor private let slider = Slider()
@MainActor private let player = Music()

@MainActor
private final class Music {
    var volume = 0.0
    var isShuffling = false

    func play() {}
}
