// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonKeysLink

extension KeysReport {
    /// Why no key was pressed, or none can be.
    var reason: Reason {
        switch self {
        case .refused(_, let refusal): refusal.reason
        case .unavailable(_, .noVirtualKeyboard, _): .route(.noVirtualKeyboard)
        case .unavailable(_, .uinputMissing, _): .route(.uinputMissing)
        case .unavailable(_, .uinputForbidden, _): .route(.uinputForbidden)
        case .unavailable(_, .helperMissing, _): .route(.noHelper)
        case .unavailable(_, .librariesMissing, let names): .route(.librariesMissing, [.libraries: .text(names)])
        case .unavailable(_, .other, let text), .failed(_, let text): .route(.keysFailed, [.message: .text(text)])
        default: .route(.helperFailed, [.message: "baton-keys answered something else"])
        }
    }
}

extension KeysRefusal {
    /// The same for people and other programs.
    var reason: Reason {
        switch self {
        case .focusChanged: .route(.focusChanged)
        case .modifierHeld: .route(.modifierHeld)
        case .keyHeld: .route(.keyHeld)
        case .keyboardGrabbed: .route(.keyboardGrabbed)
        case .keyboardFiltered: .route(.keyboardFiltered)
        case .focusOutside: .route(.focusOutside)
        }
    }
}

extension MissingFocus {
    /// The same for people and other programs.
    var reason: Reason {
        switch self {
        case .noWindow: .focus(.noWindow)
        case .untold: .focus(.windowManagerSilent)
        case .closed: .focus(.windowClosed)
        }
    }
}
