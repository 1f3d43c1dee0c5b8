// SPDX-License-Identifier: Apache-2.0

import BatonEvents

/// Listing 4-1: a controller that gets shakes, because it is first responder while its view is there.
class ShakeController: ViewController {
    override var canBecomeFirstResponder: Bool { true }

    override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        becomeFirstResponder()
    }

    override func viewWillDisappear(_ animated: Bool) {
        resignFirstResponder()
        super.viewWillDisappear(animated)
    }
}
