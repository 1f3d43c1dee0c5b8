// SPDX-License-Identifier: Apache-2.0

import BatonEvents

/// Listing 4-2: a shake puts the view back to where it was.
final class ResettingView: View {
    override var canBecomeFirstResponder: Bool { true }

    override func motionEnded(_ motion: EventSubtype, with event: Event) {
        guard motion == .motionShake else { return super.motionEnded(motion, with: event) }
        transform = .identity
    }
}
